# Containers and functions: clusters, capacity, registries, batch, service discovery, meshes.

resource "aws_eks_cluster" "apps" {
  name     = "apps"
  role_arn = aws_iam_role.apps.arn
  version  = "1.31"
  tags     = { team = "apps" }

  vpc_config {
    subnet_ids              = [for one in aws_subnet.apps : one.id]
    endpoint_private_access = true
    endpoint_public_access  = false
  }
}

resource "aws_eks_node_group" "apps" {
  cluster_name    = aws_eks_cluster.apps.name
  node_group_name = "apps"
  node_role_arn   = aws_iam_role.apps.arn
  subnet_ids      = [for one in aws_subnet.apps : one.id]
  instance_types  = ["t3.medium"]
  ami_type        = "AL2_x86_64"
  capacity_type   = "ON_DEMAND"
  disk_size       = 20
  labels          = { team = "apps" }

  scaling_config {
    desired_size = 2
    min_size     = 1
    max_size     = 3
  }
}

resource "aws_eks_fargate_profile" "apps" {
  cluster_name           = aws_eks_cluster.apps.name
  fargate_profile_name   = "apps"
  pod_execution_role_arn = aws_iam_role.apps.arn
  subnet_ids             = [for one in aws_subnet.apps : one.id]
  tags                   = { team = "apps" }

  selector {
    namespace = "apps"
  }
}

resource "aws_launch_template" "apps" {
  name          = "apps"
  image_id      = "ami-12c6146b"
  instance_type = "t3.micro"
}

resource "aws_autoscaling_group" "apps" {
  name                = "apps"
  min_size            = 0
  max_size            = 1
  vpc_zone_identifier = [aws_subnet.apps["a"].id]

  launch_template {
    id = aws_launch_template.apps.id
  }

  tag {
    key                 = "AmazonECSManaged"
    value               = "true"
    propagate_at_launch = true
  }
}

resource "aws_ecs_capacity_provider" "apps" {
  name = "apps"
  tags = { team = "apps" }

  auto_scaling_group_provider {
    auto_scaling_group_arn         = aws_autoscaling_group.apps.arn
    managed_termination_protection = "DISABLED"

    managed_scaling {
      status          = "ENABLED"
      target_capacity = 80
    }
  }
}

resource "aws_ecs_cluster_capacity_providers" "apps" {
  cluster_name       = aws_ecs_cluster.apps.name
  capacity_providers = ["FARGATE", "FARGATE_SPOT"]

  default_capacity_provider_strategy {
    capacity_provider = "FARGATE"
    weight            = 100
    base              = 1
  }
}

resource "aws_ecr_registry_policy" "apps" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "partners"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::210987654321:root" }
      Action    = ["ecr:ReplicateImage", "ecr:CreateRepository"]
      Resource  = "arn:aws:ecr:us-east-1:${local.account}:repository/*"
    }]
  })
}

resource "aws_ecr_replication_configuration" "apps" {
  replication_configuration {
    rule {
      destination {
        region      = "eu-west-1"
        registry_id = local.account
      }
    }
  }
}

resource "aws_ecr_registry_scanning_configuration" "apps" {
  scan_type = "BASIC"

  rule {
    scan_frequency = "SCAN_ON_PUSH"
    repository_filter {
      filter      = "apps*"
      filter_type = "WILDCARD"
    }
  }
}

resource "aws_batch_compute_environment" "apps" {
  compute_environment_name = "apps"
  type                     = "UNMANAGED"
  service_role             = aws_iam_role.apps.arn
}

resource "aws_batch_scheduling_policy" "apps" {
  name = "apps"

  fair_share_policy {
    compute_reservation = 1
    share_decay_seconds = 3600

    share_distribution {
      share_identifier = "bills*"
      weight_factor    = 0.5
    }
  }
}

resource "aws_batch_job_queue" "apps" {
  name     = "apps"
  state    = "ENABLED"
  priority = 10

  compute_environment_order {
    order               = 1
    compute_environment = aws_batch_compute_environment.apps.arn
  }
}

resource "aws_batch_job_definition" "apps" {
  name = "apps"
  type = "container"
  container_properties = jsonencode({
    image   = "busybox"
    command = ["true"]
    memory  = 128
    vcpus   = 1
  })
}

resource "aws_service_discovery_http_namespace" "apps" {
  name        = "apps"
  description = "apps"
  tags        = { team = "apps" }
}

resource "aws_service_discovery_private_dns_namespace" "apps" {
  name        = "apps.internal"
  description = "apps"
  vpc         = aws_vpc.apps.id
}

resource "aws_service_discovery_public_dns_namespace" "apps" {
  name        = "public.apps.example.com"
  description = "apps"
}

resource "aws_service_discovery_service" "apps" {
  name        = "bills"
  description = "apps"

  dns_config {
    namespace_id   = aws_service_discovery_private_dns_namespace.apps.id
    routing_policy = "MULTIVALUE"

    dns_records {
      ttl  = 10
      type = "A"
    }
  }
}

resource "aws_service_discovery_instance" "apps" {
  instance_id = "bills-1"
  service_id  = aws_service_discovery_service.apps.id
  attributes  = { AWS_INSTANCE_IPV4 = "10.81.1.9" }
}

resource "aws_lambda_function_event_invoke_config" "apps" {
  function_name                = aws_lambda_function.apps.function_name
  maximum_event_age_in_seconds = 3600
  maximum_retry_attempts       = 1

  destination_config {
    on_failure {
      destination = aws_sqs_queue.apps["dead"].arn
    }
  }
}

resource "aws_lambda_layer_version_permission" "apps" {
  layer_name     = aws_lambda_layer_version.apps.layer_arn
  version_number = aws_lambda_layer_version.apps.version
  statement_id   = "partners"
  action         = "lambda:GetLayerVersion"
  principal      = "210987654321"
}
