resource "aws_iam_role" "function" {
  name = "orders-function"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = ["lambda.amazonaws.com", "states.amazonaws.com", "firehose.amazonaws.com"] }
    }]
  })
}

resource "aws_iam_role_policy" "function" {
  name = "orders"
  role = aws_iam_role.function.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = ["dynamodb:PutItem", "dynamodb:GetItem"], Resource = aws_dynamodb_table.orders.arn },
      { Effect = "Allow", Action = "sqs:SendMessage", Resource = [aws_sqs_queue.orders.arn] },
    ]
  })
}

resource "aws_lambda_function" "worker" {
  for_each      = { "take order" = 128, "bill.it" = 256 }
  function_name = replace(replace(each.key, " ", "-"), ".", "-")
  role          = aws_iam_role.function.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  filename      = "${path.module}/worker.zip"
  memory_size   = each.value
  timeout       = 10
  publish       = true

  environment {
    variables = {
      TABLE = aws_dynamodb_table.orders.name
      EMPTY = ""
      TOKEN = "canary-function-environment"
    }
  }

  tags = { step = each.key }
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  function_name    = aws_lambda_function.worker["take order"].function_name
  function_version = "1"
}

resource "aws_lambda_permission" "bus" {
  statement_id  = "bus"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.worker["take order"].function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.placed.arn
}

resource "aws_lambda_permission" "gateway" {
  statement_id  = "gateway"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.worker["bill.it"].function_name
  principal     = "apigateway.amazonaws.com"
}

resource "aws_lambda_event_source_mapping" "orders" {
  event_source_arn = aws_sqs_queue.orders.arn
  function_name    = aws_lambda_function.worker["bill.it"].arn
  batch_size       = 10
}

resource "aws_lambda_layer_version" "tools" {
  layer_name          = "tools"
  filename            = "${path.module}/worker.zip"
  compatible_runtimes = ["nodejs20.x", "nodejs22.x"]
}

resource "aws_lambda_function_url" "bill" {
  function_name      = aws_lambda_function.worker["bill.it"].function_name
  authorization_type = "AWS_IAM"
}

resource "aws_sfn_state_machine" "fulfil" {
  name     = "fulfil"
  role_arn = aws_iam_role.function.arn
  definition = jsonencode({
    Comment = "fulfil"
    StartAt = "Wait"
    States  = { Wait = { Type = "Wait", Seconds = 5, Next = "Done" }, Done = { Type = "Succeed" } }
  })
}

resource "aws_sfn_activity" "pack" {
  name = "pack"
}

resource "aws_cloudwatch_log_group" "worker" {
  for_each          = aws_lambda_function.worker
  name              = "/aws/lambda/${each.value.function_name}"
  retention_in_days = 30
}

resource "aws_cloudwatch_log_metric_filter" "failures" {
  name           = "failures"
  log_group_name = aws_cloudwatch_log_group.worker["take order"].name
  pattern        = "FAILED"

  metric_transformation {
    name      = "Failures"
    namespace = "Orders"
    value     = "1"
  }
}

resource "aws_cloudwatch_metric_alarm" "failures" {
  alarm_name          = "failures"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  metric_name         = "Failures"
  namespace           = "Orders"
  period              = 300
  statistic           = "Sum"
  threshold           = 5
  alarm_actions       = [aws_sns_topic.events.arn]
  ok_actions          = [aws_sns_topic.events.arn, aws_sns_topic.audit.arn]
  dimensions          = { Function = "take-order", Stage = "live" }
}

resource "aws_cloudwatch_dashboard" "orders" {
  dashboard_name = "orders"
  dashboard_body = jsonencode({
    widgets = [{ type = "text", x = 0, y = 0, width = 6, height = 3, properties = { markdown = "orders" } }]
  })
}
