# Keys, certificates and secrets with their standalone policies and settings.

resource "aws_kms_key" "guard" {
  description             = "guard"
  deletion_window_in_days = 7
}

resource "aws_kms_key_policy" "guard" {
  key_id = aws_kms_key.guard.key_id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid    = "Root", Effect = "Allow", Principal = { AWS = "arn:aws:iam::${local.account}:root" },
      Action = "kms:*", Resource = "*"
    }]
  })
}

resource "aws_kms_grant" "guard" {
  name              = "guard"
  key_id            = aws_kms_key.guard.key_id
  grantee_principal = aws_iam_role.guard.arn
  operations        = ["Encrypt", "Decrypt"]
}

resource "aws_acmpca_certificate_authority" "guard" {
  type = "ROOT"

  certificate_authority_configuration {
    key_algorithm     = "RSA_2048"
    signing_algorithm = "SHA256WITHRSA"

    subject {
      common_name = "guard.example.com"
    }
  }
  tags = { tier = "pki" }
}

resource "aws_secretsmanager_secret" "guard" {
  name = "guard"
}

resource "aws_lambda_function" "guard" {
  function_name = "guard-rotate"
  role          = aws_iam_role.guard.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  filename      = "worker.zip"
}

resource "aws_secretsmanager_secret_version" "guard" {
  secret_id     = aws_secretsmanager_secret.guard.id
  secret_string = "canary-guard"
}

resource "aws_secretsmanager_secret_rotation" "guard" {
  secret_id           = aws_secretsmanager_secret_version.guard.secret_id
  rotation_lambda_arn = aws_lambda_function.guard.arn
  rotate_immediately  = false

  rotation_rules {
    automatically_after_days = 30
  }
}

resource "aws_signer_signing_profile" "guard" {
  name        = "guard_signing"
  platform_id = "AWSLambda-SHA384-ECDSA"
  tags        = { tier = "code" }

  signature_validity_period {
    value = 5
    type  = "YEARS"
  }
}

resource "aws_directory_service_directory" "guard" {
  name     = "corp.guard.example.com"
  password = "Canary-guard-1"
  size     = "Small"
  type     = "SimpleAD"

  vpc_settings {
    vpc_id     = aws_vpc.guard.id
    subnet_ids = aws_subnet.guard[*].id
  }
  tags = { tier = "directory" }
}

resource "aws_directory_service_log_subscription" "guard" {
  directory_id   = aws_directory_service_directory.guard.id
  log_group_name = aws_cloudwatch_log_group.guard.name
}
