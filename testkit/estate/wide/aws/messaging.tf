resource "aws_sns_topic" "alerts" {
  name         = "alerts"
  display_name = "Alerts"
}

resource "aws_sns_topic_policy" "alerts" {
  arn = aws_sns_topic.alerts.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "events"
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.alerts.arn
    }]
  })
}

resource "aws_sns_topic_subscription" "function" {
  topic_arn = aws_sns_topic.alerts.arn
  protocol  = "lambda"
  endpoint  = aws_lambda_function.worker.arn
}

resource "aws_cloudwatch_event_rule" "nightly" {
  name                = "nightly"
  schedule_expression = "rate(1 day)"
}

resource "aws_cloudwatch_event_rule" "stopped" {
  name = "stopped"
  event_pattern = jsonencode({
    source        = ["aws.ec2"]
    "detail-type" = ["EC2 Instance State-change Notification"]
  })
}

resource "aws_cloudwatch_event_target" "nightly" {
  rule      = aws_cloudwatch_event_rule.nightly.name
  target_id = "topic"
  arn       = aws_sns_topic.alerts.arn
}

resource "aws_cloudwatch_log_group" "app" {
  provider          = aws.labelled
  for_each          = toset(["/app/web", "/app/worker [blue]"])
  name              = replace(replace(replace(each.key, " ", "-"), "[", ""), "]", "")
  retention_in_days = 14
  tags              = { stream = "app" }
}

resource "aws_cloudwatch_log_metric_filter" "errors" {
  name           = "errors"
  log_group_name = aws_cloudwatch_log_group.app["/app/web"].name
  pattern        = "ERROR"

  metric_transformation {
    name      = "Errors"
    namespace = "App"
    value     = "1"
  }
}

resource "aws_cloudwatch_metric_alarm" "cpu" {
  provider            = aws.labelled
  alarm_name          = "cpu"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  metric_name         = "CPUUtilization"
  namespace           = "AWS/EC2"
  period              = 60
  statistic           = "Average"
  threshold           = 80
  alarm_actions       = [aws_sns_topic.alerts.arn]
}

resource "aws_cloudwatch_dashboard" "main" {
  dashboard_name = "main"
  dashboard_body = jsonencode({
    widgets = [{ type = "text", x = 0, y = 0, width = 3, height = 3, properties = { markdown = "hello" } }]
  })
}
