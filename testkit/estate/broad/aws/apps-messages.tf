# Messages and mail: event buses, pipes, redrive policies, platform applications, SES.

resource "aws_cloudwatch_event_connection" "apps" {
  name               = "apps"
  description        = "apps"
  authorization_type = "API_KEY"

  auth_parameters {
    api_key {
      key   = "x-token"
      value = "canary-apps-connection"
    }
  }
}

resource "aws_cloudwatch_event_api_destination" "apps" {
  name                             = "apps"
  description                      = "apps"
  invocation_endpoint              = "https://hooks.apps.example.com/bills"
  http_method                      = "POST"
  invocation_rate_limit_per_second = 20
  connection_arn                   = aws_cloudwatch_event_connection.apps.arn
}

resource "aws_cloudwatch_event_bus" "apps" {
  name = "apps"
}

resource "aws_cloudwatch_event_permission" "apps" {
  event_bus_name = aws_cloudwatch_event_bus.apps.name
  principal      = "210987654321"
  statement_id   = "partners"
}

resource "aws_cloudwatch_event_bus" "apps_policy" {
  name = "apps-policy"
}

resource "aws_cloudwatch_event_bus_policy" "apps" {
  event_bus_name = aws_cloudwatch_event_bus.apps_policy.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "partners"
      Effect    = "Allow"
      Action    = "events:PutEvents"
      Principal = { AWS = "arn:aws:iam::210987654321:root" }
      Resource  = aws_cloudwatch_event_bus.apps_policy.arn
    }]
  })
}

resource "aws_scheduler_schedule_group" "apps" {
  name = "apps"
  tags = { team = "apps" }
}

resource "aws_pipes_pipe" "apps" {
  name        = "apps"
  description = "apps"
  role_arn    = aws_iam_role.apps.arn
  source      = aws_sqs_queue.apps["jobs"].arn
  target      = aws_sqs_queue.apps["done"].arn
  tags        = { team = "apps" }
}

resource "aws_sqs_queue_redrive_policy" "apps" {
  queue_url = aws_sqs_queue.apps["jobs"].id
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.apps["dead"].arn
    maxReceiveCount     = 5
  })
}

resource "aws_sns_platform_application" "apps" {
  name                = "apps"
  platform            = "GCM"
  platform_credential = "canary-apps-platform"
}

resource "aws_sns_sms_preferences" "apps" {
  default_sms_type = "Transactional"
}

resource "aws_ses_domain_identity" "apps" {
  domain = "mail.apps.example.com"
}

resource "aws_ses_domain_mail_from" "apps" {
  domain           = aws_ses_domain_identity.apps.domain
  mail_from_domain = "bounce.mail.apps.example.com"
}

resource "aws_ses_domain_dkim" "apps" {
  domain = aws_ses_domain_identity.apps.domain
}

resource "aws_ses_email_identity" "apps" {
  email = "bills@apps.example.com"
}

resource "aws_ses_configuration_set" "apps" {
  name                       = "apps"
  reputation_metrics_enabled = true
}

resource "aws_ses_event_destination" "apps" {
  name                   = "apps"
  configuration_set_name = aws_ses_configuration_set.apps.name
  enabled                = true
  matching_types         = ["bounce", "complaint"]

  sns_destination {
    topic_arn = aws_sns_topic.apps.arn
  }
}

resource "aws_ses_template" "apps" {
  name    = "apps-bill"
  subject = "Your bill"
  text    = "Hello {{name}}"
}

resource "aws_ses_receipt_rule_set" "apps" {
  rule_set_name = "apps"
}

resource "aws_ses_receipt_rule" "apps" {
  name          = "apps"
  rule_set_name = aws_ses_receipt_rule_set.apps.rule_set_name
  recipients    = ["bills@apps.example.com", "help@apps.example.com"]
  enabled       = true
  scan_enabled  = true
  tls_policy    = "Require"
}

resource "aws_ses_active_receipt_rule_set" "apps" {
  rule_set_name = aws_ses_receipt_rule_set.apps.rule_set_name
}

resource "aws_sesv2_email_identity" "apps" {
  email_identity = "news.apps.example.com"
  tags           = { team = "apps" }
}

resource "aws_sesv2_email_identity_policy" "apps" {
  email_identity = aws_sesv2_email_identity.apps.email_identity
  policy_name    = "partners"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = ["ses:SendEmail", "ses:SendRawEmail"]
      Principal = { AWS = "arn:aws:iam::210987654321:root" }
      Resource  = aws_sesv2_email_identity.apps.arn
    }]
  })
}

resource "aws_sesv2_dedicated_ip_pool" "apps" {
  pool_name = "apps"
}
