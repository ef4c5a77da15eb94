# Classic load balancers, and standalone resources of newer load balancers.

resource "aws_elb" "guard" {
  name            = "guard"
  subnets         = [aws_subnet.guard[0].id]
  security_groups = [aws_security_group.guard.id]
  internal        = true

  listener {
    instance_port     = 8080
    instance_protocol = "http"
    lb_port           = 80
    lb_protocol       = "http"
  }

  listener {
    instance_port     = 9000
    instance_protocol = "tcp"
    lb_port           = 9000
    lb_protocol       = "tcp"
  }

  health_check {
    healthy_threshold   = 2
    unhealthy_threshold = 3
    timeout             = 5
    target              = "HTTP:8080/health"
    interval            = 30
  }
}

resource "aws_elb_attachment" "guard" {
  elb      = aws_elb.guard.id
  instance = aws_instance.guard.id
}

resource "aws_load_balancer_policy" "guard" {
  load_balancer_name = aws_elb.guard.name
  policy_name        = "guard-proxy"
  policy_type_name   = "ProxyProtocolPolicyType"

  policy_attribute {
    name  = "ProxyProtocol"
    value = "true"
  }
}

resource "aws_load_balancer_backend_server_policy" "guard" {
  load_balancer_name = aws_elb.guard.name
  instance_port      = 9000
  policy_names       = [aws_load_balancer_policy.guard.policy_name]
}

resource "aws_lb" "guard" {
  name     = "guard"
  internal = true
  subnets  = aws_subnet.guard[*].id
}

resource "aws_lb" "guard_nlb" {
  name               = "guard-nlb"
  internal           = true
  load_balancer_type = "network"
  subnets            = aws_subnet.guard[*].id
}

resource "aws_lb_target_group" "guard" {
  name     = "guard"
  port     = 80
  protocol = "HTTP"
  vpc_id   = aws_vpc.guard.id
}

resource "aws_lb_target_group_attachment" "guard" {
  target_group_arn = aws_lb_target_group.guard.arn
  target_id        = aws_instance.guard.id
  port             = 8080
}

resource "aws_lb_listener" "guard" {
  load_balancer_arn = aws_lb.guard.arn
  port              = 443
  protocol          = "HTTPS"
  certificate_arn   = aws_acm_certificate.guard[0].arn

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.guard.arn
  }
}

resource "aws_lb_listener_certificate" "guard" {
  listener_arn    = aws_lb_listener.guard.arn
  certificate_arn = aws_acm_certificate.guard[1].arn
}

resource "aws_acm_certificate" "guard" {
  count             = 2
  domain_name       = "guard-${count.index}.example.com"
  validation_method = "DNS"
}

resource "aws_s3_bucket" "guard" {
  bucket        = "guard-records"
  force_destroy = true
}
