resource "aws_s3_bucket_inventory" "data" {
  bucket                   = aws_s3_bucket.data.id
  name                     = "weekly"
  included_object_versions = "All"
  schedule {
    frequency = "Weekly"
  }
  destination {
    bucket {
      format     = "Parquet"
      bucket_arn = aws_s3_bucket.data.arn
    }
  }
}

resource "aws_s3_bucket_metric" "data" {
  bucket = aws_s3_bucket.data.id
  name   = "visits"
  filter {
    prefix = "visits/"
  }
}

resource "aws_s3_bucket_analytics_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  name   = "visits"
  filter {
    prefix = "visits/"
  }
}

resource "aws_s3_bucket_request_payment_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  payer  = "Requester"
}

resource "aws_s3_bucket_versioning" "data" {
  for_each = { lake = aws_s3_bucket.data.id, copy = aws_s3_bucket.data_copy.id }
  bucket   = each.value
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket" "data_copy" {
  bucket              = "data-broad-copy"
  object_lock_enabled = true
}

resource "aws_s3_bucket_object_lock_configuration" "data" {
  bucket = aws_s3_bucket.data_copy.id
  rule {
    default_retention {
      mode = "COMPLIANCE"
      days = 30
    }
  }
}

resource "aws_s3_bucket_replication_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  role   = aws_iam_role.data.arn
  rule {
    id     = "copy"
    status = "Enabled"
    filter {
      prefix = ""
    }
    delete_marker_replication {
      status = "Disabled"
    }
    destination {
      bucket        = aws_s3_bucket.data_copy.arn
      storage_class = "STANDARD_IA"
    }
  }
  depends_on = [aws_s3_bucket_versioning.data]
}

resource "aws_s3_object" "data" {
  bucket     = aws_s3_bucket.data.bucket
  key        = "compact.py"
  content    = "print('compact')\n"
  depends_on = [aws_s3_bucket_versioning.data]
}

resource "aws_s3_object_copy" "data" {
  bucket     = aws_s3_bucket.data.bucket
  key        = "compact-live.py"
  source     = "${aws_s3_bucket.data.bucket}/${aws_s3_object.data.key}"
  depends_on = [aws_s3_bucket_versioning.data]
}
