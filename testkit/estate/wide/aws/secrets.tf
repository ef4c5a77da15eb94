resource "aws_kms_key" "data" {
  description             = "data"
  enable_key_rotation     = true
  deletion_window_in_days = 7
}

resource "aws_kms_alias" "data" {
  name          = "alias/data"
  target_key_id = aws_kms_key.data.key_id
}

resource "aws_secretsmanager_secret" "database" {
  name                    = "prod/database"
  description             = "master password"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "database" {
  secret_id     = aws_secretsmanager_secret.database.id
  secret_string = "canary-secret-version-1"
}

resource "aws_ssm_parameter" "token" {
  name  = "/prod/token"
  type  = "SecureString"
  value = "canary-parameter-1"
}

# Sensitive by the configuration, not by the schema.
resource "aws_ssm_parameter" "settings" {
  for_each       = { "feature flags" = "on", "log.level" = "info" }
  name           = "/prod/settings/${replace(each.key, " ", "-")}"
  type           = "String"
  insecure_value = each.value
}

variable "pager" {
  type      = string
  sensitive = true
  default   = "canary-variable-1"
}

resource "aws_ssm_parameter" "pager" {
  name        = "/prod/pager"
  type        = "String"
  value       = var.pager
  description = var.pager
}
