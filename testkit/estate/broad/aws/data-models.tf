resource "aws_sagemaker_model" "data" {
  name               = "data-forecast"
  execution_role_arn = aws_iam_role.data.arn
  primary_container {
    image          = "${local.account}.dkr.ecr.us-east-1.amazonaws.com/forecast:1"
    model_data_url = "s3://${aws_s3_bucket.data.bucket}/forecast.tar.gz"
    environment    = { STAGE = "live" }
  }
}

resource "aws_sagemaker_endpoint_configuration" "data" {
  name = "data-forecast"
  production_variants {
    variant_name           = "main"
    model_name             = aws_sagemaker_model.data.name
    initial_instance_count = 1
    instance_type          = "ml.t2.medium"
  }
}

resource "aws_sagemaker_endpoint" "data" {
  name                 = "data-forecast"
  endpoint_config_name = aws_sagemaker_endpoint_configuration.data.name
}

resource "aws_sagemaker_notebook_instance" "data" {
  name                   = "data-research"
  role_arn               = aws_iam_role.data.arn
  instance_type          = "ml.t2.medium"
  volume_size            = 20
  direct_internet_access = "Enabled"
  root_access            = "Disabled"
}

resource "aws_sagemaker_model_package_group" "data" {
  model_package_group_name        = "data-forecasts"
  model_package_group_description = "forecasts"
}

resource "aws_sagemaker_pipeline" "data" {
  pipeline_name         = "data-train"
  pipeline_display_name = "train"
  role_arn              = aws_iam_role.data.arn
  pipeline_definition   = jsonencode({ Version = "2020-12-01", Steps = [{ Name = "Stop", Type = "Fail", Arguments = { ErrorMessage = "no data" } }] })
}

resource "aws_sagemaker_data_quality_job_definition" "data" {
  name     = "data-quality"
  role_arn = aws_iam_role.data.arn
  data_quality_app_specification {
    image_uri = "${local.account}.dkr.ecr.us-east-1.amazonaws.com/monitor:1"
  }
  data_quality_job_input {
    endpoint_input {
      endpoint_name = aws_sagemaker_endpoint.data.name
    }
  }
  data_quality_job_output_config {
    monitoring_outputs {
      s3_output {
        s3_uri = "s3://${aws_s3_bucket.data.bucket}/quality"
      }
    }
  }
  job_resources {
    cluster_config {
      instance_count    = 1
      instance_type     = "ml.t3.medium"
      volume_size_in_gb = 20
    }
  }
}

resource "aws_dsql_cluster" "data" {
  deletion_protection_enabled = true
}
