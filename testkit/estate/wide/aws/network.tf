resource "aws_vpc" "main" {
  cidr_block           = "10.20.0.0/16"
  enable_dns_hostnames = true
  tags                 = { Name = "main" }
}

resource "aws_vpc_dhcp_options" "main" {
  domain_name         = "corp.internal"
  domain_name_servers = ["AmazonProvidedDNS"]
}

resource "aws_subnet" "tier" {
  for_each   = local.tiers
  vpc_id     = aws_vpc.main.id
  cidr_block = each.value
  tags       = { Tier = each.key }
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_route_table" "public" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = "public" }
}

resource "aws_route" "default" {
  route_table_id         = aws_route_table.public.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.main.id
}

resource "aws_route_table_association" "front" {
  subnet_id      = aws_subnet.tier["front.end"].id
  route_table_id = aws_route_table.public.id
}

resource "aws_eip" "egress" {
  count  = 2
  domain = "vpc"
  tags   = { Name = "egress-${count.index}" }
}

resource "aws_vpc_endpoint" "storage" {
  vpc_id          = aws_vpc.main.id
  service_name    = "com.amazonaws.us-east-1.s3"
  route_table_ids = [aws_route_table.public.id]
}

resource "aws_network_interface" "appliance" {
  subnet_id   = aws_subnet.tier["back end"].id
  description = "appliance"
}

resource "aws_ec2_managed_prefix_list" "offices" {
  name           = "offices"
  address_family = "IPv4"
  max_entries    = 4

  entry {
    cidr        = "203.0.113.0/25"
    description = "north"
  }
}

# Standalone rules, which the group's attributes repeat.
resource "aws_security_group" "web" {
  name        = "web"
  description = "web"
  vpc_id      = aws_vpc.main.id
}

resource "aws_security_group_rule" "web_https" {
  type              = "ingress"
  security_group_id = aws_security_group.web.id
  protocol          = "tcp"
  from_port         = 443
  to_port           = 443
  cidr_blocks       = ["0.0.0.0/0"]
}

resource "aws_vpc_security_group_ingress_rule" "web_admin" {
  security_group_id = aws_security_group.web.id
  ip_protocol       = "tcp"
  from_port         = 8443
  to_port           = 8443
  cidr_ipv4         = "10.20.0.0/16"
}

resource "aws_vpc_security_group_egress_rule" "web_out" {
  security_group_id = aws_security_group.web.id
  ip_protocol       = "tcp"
  from_port         = 5432
  to_port           = 5432
  cidr_ipv4         = "10.20.3.0/24"
}

# Inline rules.
resource "aws_security_group" "database" {
  name        = "database"
  description = "database"
  vpc_id      = aws_vpc.main.id

  ingress {
    description     = "from web"
    protocol        = "tcp"
    from_port       = 5432
    to_port         = 5432
    security_groups = [aws_security_group.web.id]
  }
}
