resource "aws_vpc" "main" {
  cidr_block           = "10.40.0.0/16"
  enable_dns_hostnames = true
  tags                 = { Name = "main" }
}

resource "aws_vpc_ipv4_cidr_block_association" "extra" {
  vpc_id     = aws_vpc.main.id
  cidr_block = "10.41.0.0/16"
}

resource "aws_vpc" "spoke" {
  cidr_block = "10.50.0.0/16"
  # Overrides a default tag.
  tags = { Name = "spoke", environment = "staging" }
}

resource "aws_vpc" "europe" {
  provider   = aws.europe
  cidr_block = "10.60.0.0/16"
  tags       = { Name = "europe" }
}

resource "aws_vpc" "shared" {
  provider   = aws.shared
  cidr_block = "10.70.0.0/16"
  tags       = { Name = "shared" }
}

resource "aws_subnet" "zone" {
  for_each   = local.zones
  vpc_id     = aws_vpc.main.id
  cidr_block = each.value
  tags       = { Name = each.value }
}

resource "aws_subnet" "spoke" {
  count             = 2
  vpc_id            = aws_vpc.spoke.id
  cidr_block        = "10.50.${count.index}.0/24"
  availability_zone = count.index == 0 ? "us-east-1a" : "us-east-1b"
}

resource "aws_subnet" "shared" {
  provider   = aws.shared
  vpc_id     = aws_vpc.shared.id
  cidr_block = "10.70.1.0/24"
  tags       = { Name = "shared" }
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_egress_only_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_eip" "nat" {
  domain     = "vpc"
  tags       = { Name = "nat" }
  depends_on = [aws_internet_gateway.main]
}

resource "aws_nat_gateway" "main" {
  allocation_id = aws_eip.nat.id
  subnet_id     = aws_subnet.zone["us-east-1a/public"].id
  tags          = { Name = "main" }
}

resource "aws_eip" "bastion" {
  domain = "vpc"
}

resource "aws_network_interface" "bastion" {
  subnet_id       = aws_subnet.zone["us-east-1a/public"].id
  description     = "bastion"
  security_groups = [aws_security_group.edge.id]
}

resource "aws_eip_association" "bastion" {
  allocation_id        = aws_eip.bastion.id
  network_interface_id = aws_network_interface.bastion.id
}

# Standalone routes.
resource "aws_route_table" "public" {
  vpc_id = aws_vpc.main.id
  tags   = { Name = "public" }
}

resource "aws_route" "internet" {
  route_table_id         = aws_route_table.public.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.main.id
}

resource "aws_route" "spoke" {
  route_table_id            = aws_route_table.public.id
  destination_cidr_block    = "10.50.0.0/16"
  vpc_peering_connection_id = aws_vpc_peering_connection.spoke.id
}

# Inline routes of a table.
resource "aws_route_table" "private" {
  vpc_id = aws_vpc.main.id

  route {
    cidr_block     = "0.0.0.0/0"
    nat_gateway_id = aws_nat_gateway.main.id
  }

  route {
    cidr_block                = "10.50.0.0/16"
    vpc_peering_connection_id = aws_vpc_peering_connection.spoke.id
  }
}

resource "aws_route_table_association" "zone" {
  for_each       = { "us-east-1a/public" = aws_route_table.public.id, "us-east-1b.private" = aws_route_table.private.id }
  subnet_id      = aws_subnet.zone[each.key].id
  route_table_id = each.value
}

resource "aws_route_table" "spoke" {
  vpc_id = aws_vpc.spoke.id
}

resource "aws_main_route_table_association" "spoke" {
  vpc_id         = aws_vpc.spoke.id
  route_table_id = aws_route_table.spoke.id
}

resource "aws_vpc_peering_connection" "spoke" {
  vpc_id      = aws_vpc.main.id
  peer_vpc_id = aws_vpc.spoke.id
  auto_accept = true
}

resource "aws_vpc_peering_connection" "europe" {
  vpc_id      = aws_vpc.main.id
  peer_vpc_id = aws_vpc.europe.id
  peer_region = "eu-west-1"
}

resource "aws_vpc_peering_connection_accepter" "europe" {
  provider                  = aws.europe
  vpc_peering_connection_id = aws_vpc_peering_connection.europe.id
  auto_accept               = true
}

resource "aws_vpc_endpoint" "storage" {
  vpc_id          = aws_vpc.main.id
  service_name    = "com.amazonaws.us-east-1.s3"
  route_table_ids = [aws_route_table.public.id]
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = ["s3:GetObject", "s3:ListBucket"], Resource = "*", Principal = "*" }]
  })
}

resource "aws_vpc_endpoint" "secrets" {
  vpc_id             = aws_vpc.main.id
  service_name       = "com.amazonaws.us-east-1.secretsmanager"
  vpc_endpoint_type  = "Interface"
  subnet_ids         = [aws_subnet.zone["us-east-1b.private"].id]
  security_group_ids = [aws_security_group.edge.id]
}

resource "aws_vpc_dhcp_options" "main" {
  domain_name         = "corp.internal"
  domain_name_servers = ["10.40.0.2", "10.40.0.3"]
  ntp_servers         = ["10.40.0.4"]
}

resource "aws_vpc_dhcp_options_association" "main" {
  vpc_id          = aws_vpc.main.id
  dhcp_options_id = aws_vpc_dhcp_options.main.id
}

resource "aws_ec2_managed_prefix_list" "partners" {
  name           = "partners"
  address_family = "IPv4"
  max_entries    = 5

  entry {
    cidr        = "203.0.113.0/25"
    description = "north"
  }
  entry {
    cidr        = "198.51.100.0/24"
    description = "south"
  }
}

resource "aws_flow_log" "main" {
  vpc_id          = aws_vpc.main.id
  traffic_type    = "ALL"
  iam_role_arn    = module.workload.flow_role_arn
  log_destination = aws_cloudwatch_log_group.flow.arn
}

resource "aws_cloudwatch_log_group" "flow" {
  name              = "/network/flow"
  retention_in_days = 14
}
