resource "aws_redshift_subnet_group" "data" {
  name       = "data"
  subnet_ids = aws_subnet.data[*].id
}

resource "aws_redshift_snapshot_copy_grant" "data" {
  snapshot_copy_grant_name = "data"
  kms_key_id               = aws_kms_key.data.arn
}

resource "aws_emr_security_configuration" "data" {
  name = "data-encrypted"
  configuration = jsonencode({
    EncryptionConfiguration = {
      EnableInTransitEncryption = false
      EnableAtRestEncryption    = true
      AtRestEncryptionConfiguration = {
        S3EncryptionConfiguration = { EncryptionMode = "SSE-S3" }
      }
    }
  })
}

resource "aws_emr_block_public_access_configuration" "data" {
  block_public_security_group_rules = true
  permitted_public_security_group_rule_range {
    min_range = 22
    max_range = 22
  }
}

resource "aws_dms_endpoint" "data" {
  for_each      = toset(["source", "target"])
  endpoint_id   = "data-${each.key}"
  endpoint_type = each.key
  engine_name   = "postgres"
  server_name   = "orders.example.org"
  port          = 5432
  database_name = "orders"
  username      = "lake"
  password      = "canary-dms-endpoint"
  ssl_mode      = "require"
}
