# Inline rules of a group.
resource "aws_security_group" "inline" {
  name        = "inline"
  description = "rules inside"
  vpc_id      = aws_vpc.main.id

  ingress {
    description = "web"
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["10.0.0.0/8", "172.16.0.0/12"]
  }

  ingress {
    description = "peers"
    protocol    = "tcp"
    from_port   = 7000
    to_port     = 7001
    self        = true
  }

  egress {
    protocol         = "-1"
    from_port        = 0
    to_port          = 0
    cidr_blocks      = ["0.0.0.0/0"]
    ipv6_cidr_blocks = ["::/0"]
  }
}

# Standalone rules of a group, of the older type.
resource "aws_security_group" "beside" {
  name        = "beside"
  description = "rules beside"
  vpc_id      = aws_vpc.main.id
}

resource "aws_security_group_rule" "beside_https" {
  type              = "ingress"
  security_group_id = aws_security_group.beside.id
  protocol          = "tcp"
  from_port         = 443
  to_port           = 443
  cidr_blocks       = ["192.168.0.0/16", "10.0.0.0/8"]
  description       = "https"
}

resource "aws_security_group_rule" "beside_from_edge" {
  type                     = "ingress"
  security_group_id        = aws_security_group.beside.id
  protocol                 = "tcp"
  from_port                = 5432
  to_port                  = 5432
  source_security_group_id = aws_security_group.edge.id
}

resource "aws_security_group_rule" "beside_out" {
  type              = "egress"
  security_group_id = aws_security_group.beside.id
  protocol          = "-1"
  from_port         = 0
  to_port           = 0
  cidr_blocks       = ["0.0.0.0/0"]
}

# Standalone rules of a group, of the newer types.
resource "aws_security_group" "edge" {
  name        = "edge"
  description = "edge"
  vpc_id      = aws_vpc.main.id
  tags        = { Name = "edge" }
}

resource "aws_vpc_security_group_ingress_rule" "edge" {
  for_each          = { "office: north" = "203.0.113.0/25", "office: south" = "198.51.100.0/24" }
  security_group_id = aws_security_group.edge.id
  ip_protocol       = "tcp"
  from_port         = 22
  to_port           = 22
  cidr_ipv4         = each.value
  description       = each.key
}

resource "aws_vpc_security_group_egress_rule" "edge" {
  security_group_id = aws_security_group.edge.id
  ip_protocol       = "-1"
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_default_security_group" "main" {
  vpc_id = aws_vpc.main.id
}

# Inline rules of a network ACL.
resource "aws_network_acl" "inline" {
  vpc_id     = aws_vpc.main.id
  subnet_ids = [aws_subnet.zone["us-east-1a/public"].id, aws_subnet.zone["us-east-1b.private"].id]

  ingress {
    rule_no    = 100
    protocol   = "tcp"
    action     = "allow"
    cidr_block = "0.0.0.0/0"
    from_port  = 443
    to_port    = 443
  }

  ingress {
    rule_no    = 110
    protocol   = "tcp"
    action     = "allow"
    cidr_block = "10.0.0.0/8"
    from_port  = 1024
    to_port    = 65535
  }

  egress {
    rule_no    = 100
    protocol   = "-1"
    action     = "allow"
    cidr_block = "0.0.0.0/0"
    from_port  = 0
    to_port    = 0
  }
}

# Standalone rules of a network ACL.
resource "aws_network_acl" "beside" {
  vpc_id = aws_vpc.spoke.id
  tags   = { Name = "beside" }
}

resource "aws_network_acl_rule" "beside" {
  for_each       = { "200" = "10.40.0.0/16", "210" = "10.60.0.0/16" }
  network_acl_id = aws_network_acl.beside.id
  rule_number    = tonumber(each.key)
  protocol       = "tcp"
  rule_action    = "allow"
  cidr_block     = each.value
  from_port      = 0
  to_port        = 65535
}
