module "workload" {
  source = "./modules/workload"
}

# The permissions of the workload's roles are in another module than the roles.
module "grants" {
  source   = "./modules/grants"
  for_each = { "read.only" = "s3:Get*", "write \"all\"" = "s3:Put*" }
  role     = module.workload.app_role_name
  action   = each.value
  key      = each.key
}

resource "aws_iam_role" "inline" {
  name                = "inline"
  managed_policy_arns = [aws_iam_policy.shared.arn]
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { AWS = [local.account] }
      Condition = { StringEquals = { "sts:ExternalId" = ["one", "two"] } }
    }]
  })

  inline_policy {
    name = "logs"
    policy = jsonencode({
      Version   = "2012-10-17"
      Statement = [{ Effect = "Allow", Action = ["logs:PutLogEvents", "logs:CreateLogStream"], Resource = "*" }]
    })
  }
}

resource "aws_iam_role" "ci" {
  name                 = "ci"
  description          = "from the pipeline"
  max_session_duration = 7200
  permissions_boundary = aws_iam_policy.boundary.arn
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Pipeline"
        Effect    = "Allow"
        Action    = ["sts:AssumeRoleWithWebIdentity", "sts:TagSession"]
        Principal = { Federated = aws_iam_openid_connect_provider.ci.arn }
        Condition = { StringLike = { "token.ci.example.net:sub" = ["repo:acme/*", "repo:infra/*"] } }
      },
      {
        Sid       = "Admins"
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      },
    ]
  })
}

resource "aws_iam_policy" "shared" {
  name        = "shared"
  description = "shared"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Sid = "Read", Effect = "Allow", Action = ["ec2:Describe*", "ec2:Get*"], Resource = "*" },
      { Sid = "Pass", Effect = "Allow", Action = "iam:PassRole", Resource = ["arn:aws:iam::${local.account}:role/app"] },
    ]
  })
  tags = { purpose = "shared", environment = "all" }
}

resource "aws_iam_policy" "boundary" {
  name = "boundary"
  path = "/limits/"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Deny", Action = "iam:*", Resource = "*" }]
  })
}

resource "aws_iam_user" "people" {
  for_each             = toset(["ann@example.net", "bob.builder"])
  name                 = each.key
  permissions_boundary = aws_iam_policy.boundary.arn
}

resource "aws_iam_group" "staff" {
  name = "staff"
  path = "/people/"
}

resource "aws_iam_group_policy" "staff" {
  name  = "staff"
  group = aws_iam_group.staff.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "iam:ChangePassword", Resource = "*" }]
  })
}

resource "aws_iam_group_policy_attachment" "staff" {
  group      = aws_iam_group.staff.name
  policy_arn = aws_iam_policy.shared.arn
}

resource "aws_iam_user_group_membership" "people" {
  for_each = aws_iam_user.people
  user     = each.value.name
  groups   = [aws_iam_group.staff.name]
}

resource "aws_iam_user_policy_attachment" "ann" {
  user       = aws_iam_user.people["ann@example.net"].name
  policy_arn = aws_iam_policy.shared.arn
}

resource "aws_iam_user_policy" "bob" {
  name = "bob"
  user = aws_iam_user.people["bob.builder"].name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "ecr:GetAuthorizationToken", Resource = "*" }]
  })
}

resource "aws_iam_access_key" "ann" {
  user = aws_iam_user.people["ann@example.net"].name
}

resource "aws_iam_openid_connect_provider" "ci" {
  url             = "https://token.ci.example.net"
  client_id_list  = ["sts.amazonaws.com", "deploy"]
  thumbprint_list = ["6938fd4d98bab03faadb97b34396831e3780aea1"]
}

resource "aws_iam_account_password_policy" "strict" {
  minimum_password_length        = 16
  require_lowercase_characters   = true
  require_numbers                = true
  require_uppercase_characters   = true
  require_symbols                = true
  allow_users_to_change_password = true
}

resource "aws_iam_account_alias" "name" {
  account_alias = "acme-network"
}
