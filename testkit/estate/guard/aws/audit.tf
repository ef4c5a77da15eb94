# Auditing: detectors, recorders, trails and logs.

resource "aws_guardduty_detector" "guard" {
  enable                       = true
  finding_publishing_frequency = "SIX_HOURS"
}

resource "aws_guardduty_filter" "guard" {
  name        = "guard"
  action      = "ARCHIVE"
  detector_id = aws_guardduty_detector.guard.id
  rank        = 1

  finding_criteria {
    criterion {
      field  = "region"
      equals = ["us-east-1"]
    }
  }
}

resource "aws_guardduty_organization_admin_account" "guard" {
  admin_account_id = aws_organizations_account.guard.id
}

resource "aws_inspector2_enabler" "guard" {
  account_ids    = [local.account]
  resource_types = ["EC2"]
}

resource "aws_macie2_account" "guard" {
  finding_publishing_frequency = "ONE_HOUR"
}

resource "aws_config_configuration_recorder" "guard" {
  name     = "guard"
  role_arn = aws_iam_role.guard.arn

  recording_group {
    all_supported                 = true
    include_global_resource_types = true
  }
}

resource "aws_config_delivery_channel" "guard" {
  name           = "guard"
  s3_bucket_name = aws_s3_bucket.guard.bucket
  depends_on     = [aws_config_configuration_recorder.guard]

  snapshot_delivery_properties {
    delivery_frequency = "Six_Hours"
  }
}

resource "aws_config_configuration_recorder_status" "guard" {
  name       = aws_config_configuration_recorder.guard.name
  is_enabled = true
  depends_on = [aws_config_delivery_channel.guard]
}

resource "aws_config_config_rule" "guard" {
  name             = "guard"
  description      = "Volumes are encrypted"
  depends_on       = [aws_config_configuration_recorder.guard]
  input_parameters = jsonencode({ kmsId = "guard" })

  source {
    owner             = "AWS"
    source_identifier = "ENCRYPTED_VOLUMES"
  }
}

resource "aws_config_configuration_aggregator" "guard" {
  name = "guard"

  account_aggregation_source {
    account_ids = ["210987654321"]
    regions     = ["us-east-1", "us-west-2"]
  }
}

resource "aws_config_aggregate_authorization" "guard" {
  account_id = "210987654321"
  region     = "us-east-1"
}

resource "aws_config_retention_configuration" "guard" {
  retention_period_in_days = 365
}

resource "aws_cloudwatch_log_group" "guard" {
  name = "guard"
}

resource "aws_cloudwatch_log_stream" "guard" {
  name           = "guard"
  log_group_name = aws_cloudwatch_log_group.guard.name
}

resource "aws_cloudwatch_log_resource_policy" "guard" {
  policy_name = "guard"
  policy_document = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "route53.amazonaws.com" }, Action = ["logs:PutLogEvents", "logs:CreateLogStream"], Resource = "*" }]
  })
}

resource "aws_kinesis_stream" "guard" {
  name        = "guard"
  shard_count = 1
}

resource "aws_cloudwatch_log_destination" "guard" {
  name       = "guard"
  role_arn   = aws_iam_role.guard.arn
  target_arn = aws_kinesis_stream.guard.arn
}

resource "aws_cloudwatch_log_destination_policy" "guard" {
  destination_name = aws_cloudwatch_log_destination.guard.name
  access_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { AWS = "210987654321" }, Action = "logs:PutSubscriptionFilter", Resource = aws_cloudwatch_log_destination.guard.arn }]
  })
}

resource "aws_cloudwatch_log_subscription_filter" "guard" {
  name            = "guard"
  log_group_name  = aws_cloudwatch_log_group.guard.name
  filter_pattern  = "ERROR"
  destination_arn = aws_kinesis_stream.guard.arn
  role_arn        = aws_iam_role.guard.arn
}

resource "aws_shield_protection" "guard" {
  name         = "guard"
  resource_arn = aws_lb.guard.arn
  tags         = { tier = "edge" }
}

resource "aws_resourcegroups_group" "guard" {
  name        = "guard"
  description = "All of guard"

  resource_query {
    query = jsonencode({ ResourceTypeFilters = ["AWS::EC2::Instance"], TagFilters = [{ Key = "team", Values = ["guard"] }] })
  }
}
