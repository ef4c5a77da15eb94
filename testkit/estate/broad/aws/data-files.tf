resource "aws_efs_file_system" "data" {
  creation_token = "data"
  encrypted      = true
}

resource "aws_efs_mount_target" "data" {
  file_system_id  = aws_efs_file_system.data.id
  subnet_id       = aws_subnet.data[0].id
  security_groups = [aws_security_group.data.id]
}

resource "aws_efs_access_point" "data" {
  file_system_id = aws_efs_file_system.data.id
  posix_user {
    uid = 1000
    gid = 1000
  }
  root_directory {
    path = "/uploads"
    creation_info {
      owner_uid   = 1000
      owner_gid   = 1000
      permissions = "0750"
    }
  }
  tags = { team = "shop" }
}

resource "aws_efs_file_system_policy" "data" {
  file_system_id = aws_efs_file_system.data.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Mount"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"]
      Resource  = aws_efs_file_system.data.arn
    }]
  })
}

resource "aws_backup_vault" "data" {
  name = "data"
}

resource "aws_backup_vault_lock_configuration" "data" {
  backup_vault_name   = aws_backup_vault.data.name
  changeable_for_days = 30
  min_retention_days  = 30
  max_retention_days  = 365
}

resource "aws_backup_report_plan" "data" {
  name        = "data_jobs"
  description = "jobs"
  report_delivery_channel {
    formats        = ["CSV"]
    s3_bucket_name = aws_s3_bucket.data.bucket
  }
  report_setting {
    report_template = "BACKUP_JOB_REPORT"
  }
}
