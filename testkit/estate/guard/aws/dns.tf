# DNS: delegation sets, resolvers and their rules.

resource "aws_route53_delegation_set" "guard" {
  reference_name = "guard"
}

resource "aws_route53_resolver_endpoint" "guard" {
  name               = "guard"
  direction          = "OUTBOUND"
  security_group_ids = [aws_security_group.guard.id]

  ip_address {
    subnet_id = aws_subnet.guard[0].id
    ip        = "10.60.0.10"
  }

  ip_address {
    subnet_id = aws_subnet.guard[1].id
    ip        = "10.60.1.10"
  }
  tags = { tier = "dns" }
}

resource "aws_route53_resolver_rule" "guard" {
  name                 = "guard"
  domain_name          = "corp.guard.internal"
  rule_type            = "FORWARD"
  resolver_endpoint_id = aws_route53_resolver_endpoint.guard.id

  target_ip {
    ip   = "192.0.2.10"
    port = 53
  }
}

resource "aws_route53_resolver_rule_association" "guard" {
  name             = "guard"
  resolver_rule_id = aws_route53_resolver_rule.guard.id
  vpc_id           = aws_vpc.guard.id
}
