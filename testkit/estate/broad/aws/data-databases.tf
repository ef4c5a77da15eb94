resource "aws_db_subnet_group" "data" {
  name       = "data"
  subnet_ids = aws_subnet.data[*].id
}

resource "aws_db_option_group" "data" {
  name                     = "data-mysql"
  engine_name              = "mysql"
  major_engine_version     = "8.0"
  option_group_description = "data"
}

resource "aws_db_instance" "data" {
  identifier              = "data-orders"
  engine                  = "postgres"
  engine_version          = "16.3"
  instance_class          = "db.t4g.medium"
  allocated_storage       = 50
  storage_type            = "gp3"
  storage_encrypted       = true
  kms_key_id              = aws_kms_key.data.arn
  username                = "root_user"
  password                = "canary-instance-password"
  db_subnet_group_name    = aws_db_subnet_group.data.name
  vpc_security_group_ids  = [aws_security_group.data.id]
  backup_retention_period = 14
  backup_window           = "03:00-04:00"
  maintenance_window      = "sun:05:00-sun:06:00"
  deletion_protection     = true
  multi_az                = true
  copy_tags_to_snapshot   = true
  skip_final_snapshot     = true
  tags                    = { team = "orders" }
}

resource "aws_db_snapshot" "data" {
  db_instance_identifier = aws_db_instance.data.identifier
  db_snapshot_identifier = "data-before-migration"
  tags                   = { reason = "migration" }
}

resource "aws_rds_cluster" "data" {
  provider            = aws.data_west
  cluster_identifier  = "data-aurora"
  engine              = "aurora-postgresql"
  engine_version      = "16.3"
  master_username     = "root_user"
  master_password     = "canary-cluster-password"
  skip_final_snapshot = true
}

resource "aws_rds_cluster_instance" "data" {
  provider           = aws.data_west
  identifier         = "data-aurora-1"
  cluster_identifier = aws_rds_cluster.data.id
  engine             = aws_rds_cluster.data.engine
  instance_class     = "db.r6g.large"
}

resource "aws_db_cluster_snapshot" "data" {
  provider                       = aws.data_west
  db_cluster_identifier          = aws_rds_cluster.data.id
  db_cluster_snapshot_identifier = "data-aurora-before"
}

resource "aws_rds_global_cluster" "data" {
  global_cluster_identifier = "data-global"
  engine                    = "aurora-postgresql"
  engine_version            = "16.3"
  storage_encrypted         = true
}

resource "aws_sns_topic" "data" {
  name = "data-events"
}

resource "aws_db_event_subscription" "data" {
  name             = "data-failures"
  sns_topic        = aws_sns_topic.data.arn
  source_type      = "db-instance"
  source_ids       = [aws_db_instance.data.identifier]
  event_categories = ["failure", "deletion"]
}

resource "aws_secretsmanager_secret" "data" {
  name = "data/orders"
}

resource "aws_db_proxy" "data" {
  name           = "data-orders"
  engine_family  = "POSTGRESQL"
  role_arn       = aws_iam_role.data.arn
  vpc_subnet_ids = aws_subnet.data[*].id
  require_tls    = true
  auth {
    auth_scheme = "SECRETS"
    iam_auth    = "DISABLED"
    secret_arn  = aws_secretsmanager_secret.data.arn
  }
}

resource "aws_db_proxy_default_target_group" "data" {
  db_proxy_name = aws_db_proxy.data.name
  connection_pool_config {
    max_connections_percent      = 80
    max_idle_connections_percent = 40
  }
}

resource "aws_db_proxy_target" "data" {
  db_proxy_name          = aws_db_proxy.data.name
  target_group_name      = "default"
  db_instance_identifier = aws_db_instance.data.identifier
}

resource "aws_db_instance_role_association" "data" {
  db_instance_identifier = aws_db_instance.data.identifier
  feature_name           = "s3Import"
  role_arn               = aws_iam_role.data.arn
}

resource "aws_rds_cluster_role_association" "data" {
  provider              = aws.data_west
  db_cluster_identifier = aws_rds_cluster.data.id
  feature_name          = "s3Import"
  role_arn              = aws_iam_role.data.arn
}
