# A bucket with all its standalone resources.
resource "aws_s3_bucket" "data" {
  bucket = "acme-orders-data"
  tags   = { purpose = "data" }
}

resource "aws_s3_bucket_versioning" "data" {
  bucket = aws_s3_bucket.data.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_ownership_controls" "data" {
  bucket = aws_s3_bucket.data.id
  rule {
    object_ownership = "BucketOwnerPreferred"
  }
}

resource "aws_s3_bucket_acl" "data" {
  bucket     = aws_s3_bucket.data.id
  acl        = "private"
  depends_on = [aws_s3_bucket_ownership_controls.data]
}

resource "aws_s3_bucket_policy" "data" {
  bucket = aws_s3_bucket.data.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Own"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::${local.account}:root" }
        Action    = ["s3:GetObject", "s3:ListBucket"]
        Resource  = [aws_s3_bucket.data.arn, "${aws_s3_bucket.data.arn}/*"]
      },
      {
        Sid       = "Keep"
        Effect    = "Deny"
        Principal = "*"
        Action    = ["s3:DeleteObjectVersion", "s3:PutLifecycleConfiguration"]
        Resource  = ["${aws_s3_bucket.data.arn}/*"]
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
    ]
  })
}

resource "aws_s3_bucket_public_access_block" "data" {
  bucket                  = aws_s3_bucket.data.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.orders.arn
    }
    bucket_key_enabled = true
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  rule {
    id     = "expire"
    status = "Enabled"
    filter {
      prefix = "clicks/"
    }
    expiration {
      days = 90
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  cors_rule {
    allowed_methods = ["GET", "HEAD"]
    allowed_origins = ["https://shop.example.org"]
  }
}

resource "aws_s3_bucket_logging" "data" {
  bucket        = aws_s3_bucket.data.id
  target_bucket = aws_s3_bucket.logs.id
  target_prefix = "data/"
  depends_on    = [aws_s3_bucket_policy.logs]
}

resource "aws_s3_bucket_policy" "logs" {
  bucket = aws_s3_bucket.logs.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "logging.s3.amazonaws.com" }
      Action    = ["s3:PutObject"]
      Resource  = "${aws_s3_bucket.logs.arn}/*"
    }]
  })
}

resource "aws_s3_bucket_notification" "data" {
  bucket = aws_s3_bucket.data.id
  queue {
    queue_arn = aws_sqs_queue.orders.arn
    events    = ["s3:ObjectCreated:*"]
  }
}

resource "aws_s3_bucket_accelerate_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  status = "Enabled"
}

resource "aws_s3_object" "script" {
  bucket       = aws_s3_bucket.data.id
  key          = "compact.py"
  content      = "print('compact')\n"
  content_type = "text/x-python"
  # The order decides whether the object has a version.
  depends_on = [aws_s3_bucket_versioning.data, aws_s3_bucket_server_side_encryption_configuration.data]
}

resource "aws_s3_bucket" "logs" {
  bucket = "acme-orders-logs"
}

resource "aws_s3_bucket" "site" {
  bucket = "acme-orders-site"
}

resource "aws_s3_bucket_website_configuration" "site" {
  bucket = aws_s3_bucket.site.id
  index_document {
    suffix = "index.html"
  }
  error_document {
    key = "404.html"
  }
}

resource "aws_kms_key" "orders" {
  description             = "orders"
  enable_key_rotation     = true
  deletion_window_in_days = 7
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Own"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = "kms:*"
      Resource  = "*"
    }]
  })
}

resource "aws_kms_alias" "orders" {
  name          = "alias/orders"
  target_key_id = aws_kms_key.orders.key_id
}

resource "aws_secretsmanager_secret" "gateway" {
  name                    = "orders/gateway"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "gateway" {
  secret_id     = aws_secretsmanager_secret.gateway.id
  secret_string = jsonencode({ user = "orders", password = "canary-gateway-secret" })
}

resource "aws_secretsmanager_secret_policy" "gateway" {
  secret_arn = aws_secretsmanager_secret.gateway.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = "secretsmanager:GetSecretValue"
      Resource  = "*"
    }]
  })
}

resource "aws_ssm_parameter" "settings" {
  for_each = { "limits/[max]" = "10", "features" = "{\"a\":1,\"b\":[2,3]}" }
  name     = "/orders/${replace(replace(each.key, "[", ""), "]", "")}"
  type     = "String"
  value    = each.value
}

resource "aws_ssm_parameter" "token" {
  name  = "/orders/token"
  type  = "SecureString"
  value = "canary-orders-token"
}
