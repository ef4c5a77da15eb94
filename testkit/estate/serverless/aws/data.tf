resource "aws_dynamodb_table" "orders" {
  name           = "orders"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5
  hash_key       = "customer"
  range_key      = "placed"

  attribute {
    name = "customer"
    type = "S"
  }
  attribute {
    name = "placed"
    type = "N"
  }
  attribute {
    name = "status"
    type = "S"
  }

  global_secondary_index {
    name            = "by-status"
    hash_key        = "status"
    projection_type = "ALL"
    read_capacity   = 5
    write_capacity  = 5
  }
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
  hash_key   = "id"
  item       = jsonencode({ id = { S = "root" }, level = { N = "10" } })
}

resource "aws_appautoscaling_target" "orders_read" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.orders.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 5
  max_capacity       = 50
}

resource "aws_appautoscaling_policy" "orders_read" {
  name               = "orders-read"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.orders_read.service_namespace
  resource_id        = aws_appautoscaling_target.orders_read.resource_id
  scalable_dimension = aws_appautoscaling_target.orders_read.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 70
    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_rds_cluster_parameter_group" "aurora" {
  name   = "aurora"
  family = "aurora-postgresql15"

  parameter {
    name  = "log_min_duration_statement"
    value = "500"
  }
}

resource "aws_db_parameter_group" "orders" {
  name   = "orders"
  family = "postgres15"
}

resource "aws_db_subnet_group" "orders" {
  name       = "orders"
  subnet_ids = [for subnet in aws_subnet.data : subnet.id]
}

resource "aws_vpc" "data" {
  cidr_block = "10.90.0.0/16"
}

resource "aws_subnet" "data" {
  count             = 2
  vpc_id            = aws_vpc.data.id
  cidr_block        = "10.90.${count.index}.0/24"
  availability_zone = count.index == 0 ? "eu-central-1a" : "eu-central-1b"
}

resource "aws_rds_cluster" "orders" {
  cluster_identifier              = "orders"
  engine                          = "aurora-postgresql"
  engine_version                  = "15.4"
  master_username                 = "root_user"
  master_password                 = "canary-database-password"
  db_subnet_group_name            = aws_db_subnet_group.orders.name
  db_cluster_parameter_group_name = aws_rds_cluster_parameter_group.aurora.name
  backup_retention_period         = 7
  deletion_protection             = true
  skip_final_snapshot             = true
}

resource "aws_elasticache_subnet_group" "cache" {
  name       = "cache"
  subnet_ids = [for subnet in aws_subnet.data : subnet.id]
}

resource "aws_glue_catalog_database" "lake" {
  name        = "lake"
  description = "lake"
}

resource "aws_glue_catalog_table" "clicks" {
  name          = "clicks"
  database_name = aws_glue_catalog_database.lake.name
  table_type    = "EXTERNAL_TABLE"
  parameters    = { classification = "parquet", EXTERNAL = "TRUE" }

  storage_descriptor {
    location = "s3://acme-orders-data/clicks"
    columns {
      name = "at"
      type = "timestamp"
    }
    columns {
      name = "page"
      type = "string"
    }
  }
}

resource "aws_glue_job" "compact" {
  name     = "compact"
  role_arn = aws_iam_role.function.arn
  command {
    script_location = "s3://acme-orders-data/compact.py"
  }
}

resource "aws_athena_workgroup" "analysts" {
  name        = "analysts"
  description = "analysts"
  configuration {
    enforce_workgroup_configuration = true
    result_configuration {
      output_location = "s3://acme-orders-data/results/"
    }
  }
}

resource "aws_athena_named_query" "daily" {
  name      = "daily"
  workgroup = aws_athena_workgroup.analysts.name
  database  = aws_glue_catalog_database.lake.name
  query     = "select count(*) from clicks"
}

resource "aws_ecr_repository" "images" {
  name                 = "orders/api"
  image_tag_mutability = "IMMUTABLE"
  image_scanning_configuration {
    scan_on_push = true
  }
}

resource "aws_ecr_repository_policy" "images" {
  repository = aws_ecr_repository.images.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Pull"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"]
    }]
  })
}

resource "aws_ecr_lifecycle_policy" "images" {
  repository = aws_ecr_repository.images.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = "keep the last ten"
      selection    = { tagStatus = "any", countType = "imageCountMoreThan", countNumber = 10 }
      action       = { type = "expire" }
    }]
  })
}

resource "aws_ecs_cluster" "main" {
  name = "orders"

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

resource "aws_ecs_task_definition" "api" {
  family                   = "api"
  network_mode             = "awsvpc"
  requires_compatibilities = ["FARGATE"]
  cpu                      = "256"
  memory                   = "512"
  container_definitions = jsonencode([
    { name = "api", image = "orders/api:1", cpu = 64, memory = 128, essential = true }
  ])
}

resource "aws_ecs_service" "api" {
  name            = "api"
  cluster         = aws_ecs_cluster.main.id
  task_definition = aws_ecs_task_definition.api.arn
  desired_count   = 2
  launch_type     = "FARGATE"

  network_configuration {
    subnets = [for subnet in aws_subnet.data : subnet.id]
  }
}

resource "aws_appautoscaling_target" "api" {
  service_namespace  = "ecs"
  resource_id        = "service/${aws_ecs_cluster.main.name}/${aws_ecs_service.api.name}"
  scalable_dimension = "ecs:service:DesiredCount"
  min_capacity       = 2
  max_capacity       = 10
}

resource "aws_appautoscaling_policy" "api" {
  name               = "api-cpu"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.api.service_namespace
  resource_id        = aws_appautoscaling_target.api.resource_id
  scalable_dimension = aws_appautoscaling_target.api.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 60
    predefined_metric_specification {
      predefined_metric_type = "ECSServiceAverageCPUUtilization"
    }
  }
}

resource "aws_backup_vault" "orders" {
  name = "orders"
}

resource "aws_backup_plan" "daily" {
  name = "daily"
  rule {
    rule_name         = "daily"
    target_vault_name = aws_backup_vault.orders.name
    schedule          = "cron(0 5 * * ? *)"
    lifecycle {
      delete_after = 14
    }
  }
}
