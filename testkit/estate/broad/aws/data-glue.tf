resource "aws_glue_catalog_database" "data" {
  name = "data_lake"
}

resource "aws_glue_catalog_table" "data" {
  name          = "visits"
  database_name = aws_glue_catalog_database.data.name
  table_type    = "EXTERNAL_TABLE"

  partition_keys {
    name = "day"
    type = "string"
  }
  storage_descriptor {
    location = "s3://${aws_s3_bucket.data.bucket}/visits"
    columns {
      name = "page"
      type = "string"
    }
  }
}

resource "aws_glue_partition" "data" {
  database_name    = aws_glue_catalog_database.data.name
  table_name       = aws_glue_catalog_table.data.name
  partition_values = ["2026-01-01"]
  parameters       = { owner = "lake" }

  storage_descriptor {
    location = "s3://${aws_s3_bucket.data.bucket}/visits/2026-01-01"
    columns {
      name = "page"
      type = "string"
    }
  }
}

resource "aws_glue_crawler" "data" {
  name          = "data-visits"
  role          = aws_iam_role.data.arn
  database_name = aws_glue_catalog_database.data.name
  schedule      = "cron(0 3 * * ? *)"
  tags          = { team = "lake" }

  s3_target {
    path = "s3://${aws_s3_bucket.data.bucket}/visits"
  }
}

resource "aws_glue_job" "data" {
  name     = "data-compact"
  role_arn = aws_iam_role.data.arn
  command {
    script_location = "s3://${aws_s3_bucket.data.bucket}/compact.py"
  }
}

resource "aws_glue_trigger" "data" {
  name     = "data-nightly"
  type     = "SCHEDULED"
  schedule = "cron(0 4 * * ? *)"
  actions {
    job_name = aws_glue_job.data.name
  }
}

resource "aws_glue_connection" "data" {
  name = "data-orders"
  connection_properties = {
    JDBC_CONNECTION_URL = "jdbc:postgresql://orders.example.org:5432/orders"
    USERNAME            = "lake"
    PASSWORD            = "canary-glue-connection"
  }
}

resource "aws_glue_registry" "data" {
  registry_name = "data-events"
  description   = "events"
}

resource "aws_glue_schema" "data" {
  schema_name       = "visit"
  registry_arn      = aws_glue_registry.data.arn
  data_format       = "AVRO"
  compatibility     = "BACKWARD"
  schema_definition = jsonencode({ type = "record", name = "visit", fields = [{ name = "page", type = "string" }] })
}

resource "aws_glue_workflow" "data" {
  name                   = "data-nightly"
  description            = "nightly"
  max_concurrent_runs    = 1
  default_run_properties = { stage = "live", db_password = "canary-workflow-password" }
}

resource "aws_glue_security_configuration" "data" {
  name = "data-encrypted"
  encryption_configuration {
    cloudwatch_encryption {
      cloudwatch_encryption_mode = "DISABLED"
    }
    job_bookmarks_encryption {
      job_bookmarks_encryption_mode = "DISABLED"
    }
    s3_encryption {
      s3_encryption_mode = "SSE-KMS"
      kms_key_arn        = aws_kms_key.data.arn
    }
  }
}

resource "aws_glue_data_catalog_encryption_settings" "data" {
  data_catalog_encryption_settings {
    connection_password_encryption {
      return_connection_password_encrypted = true
      aws_kms_key_id                       = aws_kms_key.data.arn
    }
    encryption_at_rest {
      catalog_encryption_mode = "SSE-KMS"
      sse_aws_kms_key_id      = aws_kms_key.data.arn
    }
  }
}

resource "aws_glue_resource_policy" "data" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["glue:GetTable", "glue:GetDatabase"]
      Resource  = "arn:aws:glue:us-east-1:${local.account}:*"
    }]
  })
}

resource "aws_glue_dev_endpoint" "data" {
  name     = "data-notebook"
  role_arn = aws_iam_role.data.arn
}
