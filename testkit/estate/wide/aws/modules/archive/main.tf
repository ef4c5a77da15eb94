terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

resource "aws_s3_bucket" "cold" {
  bucket = "acme-cold-west"
  tags   = { purpose = "archive" }
}

resource "aws_s3_bucket_website_configuration" "cold" {
  bucket = aws_s3_bucket.cold.id
  index_document {
    suffix = "index.html"
  }
}

resource "aws_vpc" "west" {
  cidr_block = "10.99.0.0/16"
}

resource "aws_sns_topic" "west" {
  name = "west"
}

resource "aws_cloudwatch_metric_alarm" "size" {
  alarm_name          = "cold-size"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "BucketSizeBytes"
  namespace           = "AWS/S3"
  period              = 86400
  statistic           = "Maximum"
  threshold           = 1000000
  treat_missing_data  = "notBreaching"
}
