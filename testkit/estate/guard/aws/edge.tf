# The edge: web application firewalls, CloudFront distributions, and VPC Lattice service networks.

resource "aws_vpclattice_service_network" "guard" {
  name      = "guard"
  auth_type = "AWS_IAM"
  tags      = { tier = "mesh" }
}

resource "aws_vpclattice_service" "guard" {
  name      = "guard"
  auth_type = "AWS_IAM"
  tags      = { tier = "mesh" }
}

resource "aws_vpclattice_auth_policy" "guard" {
  resource_identifier = aws_vpclattice_service.guard.arn
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = "*", Action = "vpc-lattice-svcs:Invoke", Resource = "*" }]
  })
}

resource "aws_wafv2_rule_group" "guard" {
  name     = "guard"
  scope    = "REGIONAL"
  capacity = 10

  rule {
    name     = "geo"
    priority = 1

    action {
      block {}
    }

    statement {
      geo_match_statement {
        country_codes = ["KP", "SY"]
      }
    }

    visibility_config {
      cloudwatch_metrics_enabled = true
      metric_name                = "geo"
      sampled_requests_enabled   = true
    }
  }

  visibility_config {
    cloudwatch_metrics_enabled = true
    metric_name                = "guard"
    sampled_requests_enabled   = true
  }
}

resource "aws_wafv2_regex_pattern_set" "guard" {
  name  = "guard"
  scope = "REGIONAL"

  regular_expression {
    regex_string = "^/admin"
  }

  regular_expression {
    regex_string = "^/internal"
  }
}

resource "aws_wafv2_web_acl" "guard" {
  name  = "guard"
  scope = "REGIONAL"

  default_action {
    allow {}
  }

  visibility_config {
    cloudwatch_metrics_enabled = true
    metric_name                = "guard"
    sampled_requests_enabled   = true
  }
}

resource "aws_wafv2_web_acl_association" "guard" {
  resource_arn = aws_lb.guard.arn
  web_acl_arn  = aws_wafv2_web_acl.guard.arn
}

resource "aws_wafv2_web_acl_logging_configuration" "guard" {
  resource_arn            = aws_wafv2_web_acl.guard.arn
  log_destination_configs = [aws_cloudwatch_log_group.guard_waf.arn]
}

resource "aws_cloudwatch_log_group" "guard_waf" {
  name = "aws-waf-logs-guard"
}

resource "aws_cloudfront_origin_access_control" "guard" {
  name                              = "guard"
  description                       = "guard"
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}

resource "aws_cloudfront_public_key" "guard" {
  name        = "guard"
  comment     = "guard"
  encoded_key = "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEguardguardguardguardguardguard\n-----END PUBLIC KEY-----\n"
}

resource "aws_cloudfront_key_group" "guard" {
  name    = "guard"
  comment = "guard"
  items   = [aws_cloudfront_public_key.guard.id]
}

resource "aws_cloudfront_distribution" "guard" {
  enabled = true
  comment = "guard"

  origin {
    domain_name = "guard-records.s3.us-east-1.amazonaws.com"
    origin_id   = "records"

    custom_origin_config {
      http_port              = 80
      https_port             = 443
      origin_protocol_policy = "https-only"
      origin_ssl_protocols   = ["TLSv1.2"]
    }
  }

  default_cache_behavior {
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    target_origin_id       = "records"
    viewer_protocol_policy = "https-only"

    forwarded_values {
      query_string = false

      cookies {
        forward = "none"
      }
    }
  }

  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }

  viewer_certificate {
    cloudfront_default_certificate = true
  }
  wait_for_deployment = false
}
