# The network of this estate, with attached resources.

resource "aws_vpc" "guard" {
  cidr_block = "10.60.0.0/16"
  tags       = { Name = "guard" }
}

resource "aws_subnet" "guard" {
  count             = 2
  vpc_id            = aws_vpc.guard.id
  cidr_block        = cidrsubnet(aws_vpc.guard.cidr_block, 8, count.index)
  availability_zone = ["us-east-1a", "us-east-1b"][count.index]
}

resource "aws_security_group" "guard" {
  name   = "guard"
  vpc_id = aws_vpc.guard.id
}

resource "aws_default_route_table" "guard" {
  default_route_table_id = aws_vpc.guard.default_route_table_id
  tags                   = { Name = "guard-main" }
}

resource "aws_default_network_acl" "guard" {
  default_network_acl_id = aws_vpc.guard.default_network_acl_id
  subnet_ids             = aws_subnet.guard[*].id

  ingress {
    rule_no    = 100
    action     = "allow"
    protocol   = "tcp"
    from_port  = 443
    to_port    = 443
    cidr_block = "10.0.0.0/8"
  }

  egress {
    rule_no    = 100
    action     = "allow"
    protocol   = "-1"
    from_port  = 0
    to_port    = 0
    cidr_block = "0.0.0.0/0"
  }
}

resource "aws_ec2_carrier_gateway" "guard" {
  vpc_id = aws_vpc.guard.id
  tags   = { Name = "guard", tier = "edge" }
}

resource "aws_route_table" "guard" {
  vpc_id = aws_vpc.guard.id
}

resource "aws_vpc_endpoint" "guard" {
  vpc_id       = aws_vpc.guard.id
  service_name = "com.amazonaws.us-east-1.s3"
}

resource "aws_vpc_endpoint_route_table_association" "guard" {
  vpc_endpoint_id = aws_vpc_endpoint.guard.id
  route_table_id  = aws_route_table.guard.id
}

resource "aws_vpc_endpoint_policy" "guard" {
  vpc_endpoint_id = aws_vpc_endpoint.guard.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "arn:aws:s3:::guard-*/*" }]
  })
}

resource "aws_vpn_gateway" "guard" {
  tags = { Name = "guard" }
}

resource "aws_vpn_gateway_attachment" "guard" {
  vpc_id         = aws_vpc.guard.id
  vpn_gateway_id = aws_vpn_gateway.guard.id
}

resource "aws_customer_gateway" "guard" {
  bgp_asn    = 65010
  ip_address = "198.51.100.60"
  type       = "ipsec.1"
}

resource "aws_ec2_transit_gateway" "guard" {
  description = "guard"
}

resource "aws_vpn_connection" "guard" {
  customer_gateway_id = aws_customer_gateway.guard.id
  transit_gateway_id  = aws_ec2_transit_gateway.guard.id
  type                = "ipsec.1"
  tags                = { Name = "guard" }
}

resource "aws_ec2_transit_gateway_vpc_attachment" "guard" {
  vpc_id             = aws_vpc.guard.id
  subnet_ids         = [aws_subnet.guard[0].id]
  transit_gateway_id = aws_ec2_transit_gateway.guard.id
}

resource "aws_ec2_transit_gateway_route_table" "guard" {
  transit_gateway_id = aws_ec2_transit_gateway.guard.id
}

resource "aws_ec2_transit_gateway_route_table_propagation" "guard" {
  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.guard.id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.guard.id
}

resource "aws_ec2_transit_gateway_peering_attachment" "guard" {
  peer_account_id         = local.account
  peer_region             = "us-west-2"
  peer_transit_gateway_id = aws_ec2_transit_gateway.guard.id
  transit_gateway_id      = aws_ec2_transit_gateway.guard.id
  tags                    = { Name = "guard" }
}

resource "aws_network_interface" "guard" {
  subnet_id = aws_subnet.guard[0].id
}

resource "aws_network_interface_sg_attachment" "guard" {
  security_group_id    = aws_security_group.guard.id
  network_interface_id = aws_network_interface.guard.id
}

resource "aws_network_interface_attachment" "guard" {
  instance_id          = aws_instance.guard.id
  network_interface_id = aws_network_interface.guard.id
  device_index         = 1
}

resource "aws_vpc_endpoint_service" "guard" {
  acceptance_required        = true
  network_load_balancer_arns = [aws_lb.guard_nlb.arn]
  tags                       = { Name = "guard" }
}

resource "aws_default_vpc" "guard" {
  tags = { Name = "guard-default" }
}

resource "aws_default_subnet" "guard" {
  availability_zone = "us-east-1a"
  tags              = { Name = "guard-default" }
}
