resource "aws_ec2_transit_gateway" "hub" {
  description                     = "hub"
  default_route_table_association = "disable"
  default_route_table_propagation = "disable"
  tags                            = { Name = "hub" }
}

resource "aws_ec2_transit_gateway_vpc_attachment" "main" {
  transit_gateway_id = aws_ec2_transit_gateway.hub.id
  vpc_id             = aws_vpc.main.id
  subnet_ids         = [aws_subnet.zone["us-east-1b.private"].id]
}

resource "aws_ec2_transit_gateway_route_table" "hub" {
  transit_gateway_id = aws_ec2_transit_gateway.hub.id
}

resource "aws_ec2_transit_gateway_route_table_association" "main" {
  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.main.id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.hub.id
}

resource "aws_ec2_transit_gateway_route" "branch" {
  destination_cidr_block         = "10.80.0.0/16"
  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.main.id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.hub.id
}

resource "aws_customer_gateway" "branch" {
  bgp_asn    = 65010
  ip_address = "198.51.100.77"
  type       = "ipsec.1"
  tags       = { Name = "branch" }
}

resource "aws_vpn_gateway" "spoke" {
  vpc_id = aws_vpc.spoke.id
}

resource "aws_route53_zone" "public" {
  name = "example.net"
}

resource "aws_route53_zone" "internal" {
  name    = "corp.internal"
  comment = "inside"

  vpc {
    vpc_id = aws_vpc.main.id
  }
}

resource "aws_route53_record" "host" {
  for_each = { "www" = "192.0.2.10", "*.api" = "192.0.2.11", "Mail" = "192.0.2.12", "legacy.v1" = "192.0.2.13" }
  zone_id  = aws_route53_zone.public.zone_id
  name     = "${each.key}.example.net"
  type     = "A"
  ttl      = 300
  records  = [each.value]
}

resource "aws_route53_record" "pool" {
  zone_id = aws_route53_zone.internal.zone_id
  name    = "pool"
  type    = "A"
  ttl     = 60
  records = ["10.40.1.10", "10.40.1.11", "10.40.1.12"]
}

resource "aws_route53_record" "front" {
  zone_id = aws_route53_zone.public.zone_id
  name    = "front.example.net"
  type    = "A"

  alias {
    name                   = aws_route53_record.host["www"].fqdn
    zone_id                = aws_route53_zone.public.zone_id
    evaluate_target_health = true
  }
}

resource "aws_route53_health_check" "www" {
  fqdn              = "www.example.net"
  port              = 443
  type              = "HTTPS"
  resource_path     = "/health"
  failure_threshold = 3
  request_interval  = 30
}

resource "aws_security_group" "spoke" {
  name   = "spoke"
  vpc_id = aws_vpc.spoke.id
}

resource "aws_lb_target_group" "front" {
  name     = "front"
  port     = 8080
  protocol = "HTTP"
  vpc_id   = aws_vpc.spoke.id

  health_check {
    path = "/ready"
  }
}
