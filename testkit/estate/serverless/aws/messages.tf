resource "aws_sqs_queue" "dead" {
  name                      = "orders-dead.fifo"
  message_retention_seconds = 1209600
  fifo_queue                = true
}

resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 60
  tags                       = { kind = "queue" }
}

resource "aws_sqs_queue" "ledger" {
  name                        = "ledger.fifo"
  fifo_queue                  = true
  content_based_deduplication = true
  redrive_policy              = jsonencode({ deadLetterTargetArn = aws_sqs_queue.dead.arn, maxReceiveCount = 5 })
}

resource "aws_sqs_queue_policy" "orders" {
  queue_url = aws_sqs_queue.orders.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Topic"
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.orders.arn
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sns_topic.events.arn } }
    }]
  })
}

resource "aws_sns_topic" "events" {
  name = "order-events"
}

resource "aws_sns_topic" "audit" {
  name         = "audit"
  display_name = "Audit"
}

resource "aws_sns_topic_policy" "events" {
  arn = aws_sns_topic.events.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Own"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::${local.account}:root" }
        Action    = ["sns:Publish", "sns:Subscribe"]
        Resource  = aws_sns_topic.events.arn
      },
      {
        Sid       = "Bus"
        Effect    = "Allow"
        Principal = { Service = "events.amazonaws.com" }
        Action    = "sns:Publish"
        Resource  = aws_sns_topic.events.arn
      },
    ]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  topic_arn            = aws_sns_topic.events.arn
  protocol             = "sqs"
  endpoint             = aws_sqs_queue.orders.arn
  raw_message_delivery = true
  filter_policy        = jsonencode({ kind = ["placed", "paid"] })
}

resource "aws_cloudwatch_event_bus" "shop" {
  name = "shop"
}

resource "aws_cloudwatch_event_rule" "placed" {
  name           = "placed"
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  event_pattern = jsonencode({
    source        = ["shop.orders"]
    "detail-type" = ["placed"]
  })
}

resource "aws_cloudwatch_event_target" "placed" {
  rule           = aws_cloudwatch_event_rule.placed.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "worker"
  arn            = aws_lambda_function.worker["take order"].arn
}

resource "aws_cloudwatch_event_rule" "nightly" {
  name                = "nightly"
  description         = "at night"
  schedule_expression = "cron(0 3 * * ? *)"
}

resource "aws_cloudwatch_event_archive" "shop" {
  name             = "shop"
  event_source_arn = aws_cloudwatch_event_bus.shop.arn
  retention_days   = 7
}

resource "aws_scheduler_schedule" "hourly" {
  name                = "hourly"
  schedule_expression = "rate(1 hours)"

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = aws_sqs_queue.orders.arn
    role_arn = aws_iam_role.function.arn
    input    = jsonencode({ kind = "tick" })
  }
}

resource "aws_kinesis_stream" "clicks" {
  name             = "clicks"
  shard_count      = 1
  retention_period = 24
}

resource "aws_kinesis_firehose_delivery_stream" "clicks" {
  name        = "clicks"
  destination = "extended_s3"

  extended_s3_configuration {
    role_arn           = aws_iam_role.function.arn
    bucket_arn         = aws_s3_bucket.data.arn
    buffering_interval = 60
    prefix             = "clicks/"
  }
}
