# A bucket and the standalone resources that its own attributes repeat.
resource "aws_s3_bucket" "assets" {
  bucket = "acme-assets"
  tags   = { purpose = "assets" }
}

resource "aws_s3_bucket_versioning" "assets" {
  bucket = aws_s3_bucket.assets.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "assets" {
  bucket = aws_s3_bucket.assets.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Mirror"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["s3:GetObject", "s3:ListBucket"]
      Resource  = [aws_s3_bucket.assets.arn, "${aws_s3_bucket.assets.arn}/*"]
    }]
  })
}

resource "aws_s3_bucket_public_access_block" "assets" {
  bucket                  = aws_s3_bucket.assets.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "assets" {
  bucket = aws_s3_bucket.assets.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "assets" {
  bucket = aws_s3_bucket.assets.id
  cors_rule {
    allowed_methods = ["GET"]
    allowed_origins = ["https://app.example.com"]
  }
}

resource "aws_s3_bucket_ownership_controls" "assets" {
  bucket = aws_s3_bucket.assets.id
  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_object" "robots" {
  bucket       = aws_s3_bucket.assets.id
  key          = "static/robots.txt"
  content      = "User-agent: *\n"
  content_type = "text/plain"
  # The order decides whether the object has a version.
  depends_on = [aws_s3_bucket_versioning.assets]
}

resource "aws_dynamodb_table" "sessions" {
  name         = "sessions"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  ttl {
    attribute_name = "expires"
    enabled        = true
  }
}

resource "aws_dynamodb_table_item" "root" {
  table_name = aws_dynamodb_table.sessions.name
  hash_key   = aws_dynamodb_table.sessions.hash_key
  item       = jsonencode({ id = { S = "root" }, n = { N = "1" } })
}

resource "aws_ebs_volume" "scratch" {
  count             = 2
  availability_zone = "us-east-1a"
  size              = 10
  type              = "gp3"
  tags              = { Name = "scratch-${count.index}" }
}

resource "aws_efs_file_system" "shared" {
  creation_token = "shared"
}

resource "aws_ecr_repository" "app" {
  name                 = "acme/app"
  image_tag_mutability = "IMMUTABLE"
}

resource "aws_ecr_lifecycle_policy" "app" {
  repository = aws_ecr_repository.app.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = "keep the last ten"
      selection    = { tagStatus = "any", countType = "imageCountMoreThan", countNumber = 10 }
      action       = { type = "expire" }
    }]
  })
}

resource "aws_glue_catalog_database" "lake" {
  name = "lake"
}

resource "aws_glue_catalog_table" "events" {
  name          = "events"
  database_name = aws_glue_catalog_database.lake.name
  table_type    = "EXTERNAL_TABLE"
  parameters    = { classification = "parquet" }
}
