# Building, configuring and deploying applications.

resource "aws_appconfig_application" "apps" {
  name        = "apps"
  description = "apps"
  tags        = { team = "apps" }
}

resource "aws_appconfig_configuration_profile" "apps" {
  application_id = aws_appconfig_application.apps.id
  name           = "limits"
  description    = "limits"
  location_uri   = "hosted"
}

resource "aws_appconfig_hosted_configuration_version" "apps" {
  application_id           = aws_appconfig_application.apps.id
  configuration_profile_id = aws_appconfig_configuration_profile.apps.configuration_profile_id
  content_type             = "application/json"
  content                  = jsonencode({ limit = 10 })
}

resource "aws_codebuild_project" "apps" {
  name          = "apps"
  description   = "apps"
  service_role  = aws_iam_role.apps.arn
  build_timeout = 60

  artifacts {
    type = "NO_ARTIFACTS"
  }

  environment {
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
    type         = "LINUX_CONTAINER"
  }

  source {
    type     = "S3"
    location = "apps-artifacts/source.zip"
  }
}

resource "aws_cloudformation_stack" "apps" {
  name       = "apps"
  parameters = { Name = "apps-stack" }
  tags       = { team = "apps" }
  template_body = jsonencode({
    Parameters = { Name = { Type = "String" } }
    Resources = {
      Queue = { Type = "AWS::SQS::Queue", Properties = { QueueName = { Ref = "Name" } } }
    }
  })
}

resource "aws_cloudformation_stack_set" "apps" {
  name                    = "apps"
  description             = "apps"
  administration_role_arn = aws_iam_role.apps.arn
  template_body = jsonencode({
    Resources = { Queue = { Type = "AWS::SQS::Queue", Properties = { QueueName = "apps-set" } } }
  })
}

resource "aws_servicecatalog_portfolio" "apps" {
  name          = "apps"
  description   = "apps"
  provider_name = "apps"
}

resource "aws_signer_signing_profile" "apps" {
  platform_id = "AWSLambda-SHA384-ECDSA"
  name        = "apps_signing"
  tags        = { team = "apps" }
}

resource "aws_swf_domain" "apps" {
  name                                        = "apps"
  description                                 = "apps"
  workflow_execution_retention_period_in_days = 30
  tags                                        = { team = "apps" }
}
