resource "aws_kinesis_stream_consumer" "data" {
  name       = "data-reader"
  stream_arn = aws_kinesis_stream.data.arn
}

resource "aws_kinesis_resource_policy" "data" {
  resource_arn = aws_kinesis_stream.data.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["kinesis:GetRecords", "kinesis:GetShardIterator"]
      Resource  = aws_kinesis_stream.data.arn
    }]
  })
}

resource "aws_dynamodb_table" "data" {
  name         = "data-carts"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
  lifecycle {
    ignore_changes = [tags]
  }
}

resource "aws_dynamodb_resource_policy" "data" {
  resource_arn = aws_dynamodb_table.data.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["dynamodb:GetItem", "dynamodb:Query"]
      Resource  = aws_dynamodb_table.data.arn
    }]
  })
}

resource "aws_dynamodb_tag" "data" {
  resource_arn = aws_dynamodb_table.data.arn
  key          = "team"
  value        = "shop"
}
