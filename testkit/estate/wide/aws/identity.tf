resource "aws_iam_role" "app" {
  name = "app"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
  tags = { team = "core" }
}

resource "aws_iam_role" "batch" {
  count                = 2
  name                 = "batch-${count.index}"
  max_session_duration = 3600
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
    }]
  })
}

resource "aws_iam_policy" "read" {
  name = "read"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Sid = "List", Effect = "Allow", Action = ["s3:ListBucket"], Resource = "*" },
      { Sid = "Get", Effect = "Allow", Action = "s3:GetObject", Resource = ["arn:aws:s3:::acme-*"] },
    ]
  })
}

resource "aws_iam_policy" "write" {
  name = "write"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "s3:PutObject", Resource = "*" }]
  })
}

resource "aws_iam_role_policy" "inline" {
  name = "inline"
  role = aws_iam_role.app.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "logs:PutLogEvents", Resource = "*" }]
  })
}

resource "aws_iam_role_policy_attachment" "app_read" {
  role       = aws_iam_role.app.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_role_policy_attachment" "batch_write" {
  count      = 2
  role       = aws_iam_role.batch[count.index].name
  policy_arn = aws_iam_policy.write.arn
}

resource "aws_iam_instance_profile" "app" {
  name = "app"
  role = aws_iam_role.app.name
}

resource "aws_iam_user" "deploy" {
  name = "deploy"
  path = "/machines/"
}

resource "aws_iam_user_policy" "deploy" {
  name = "deploy"
  user = aws_iam_user.deploy.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "ecr:*", Resource = "*" }]
  })
}

resource "aws_iam_access_key" "deploy" {
  user = aws_iam_user.deploy.name
}

resource "aws_iam_group" "engineers" {
  name = "engineers"
}

resource "aws_iam_group_membership" "engineers" {
  name  = "engineers"
  group = aws_iam_group.engineers.name
  users = [aws_iam_user.deploy.name]
}

resource "aws_iam_openid_connect_provider" "ci" {
  url             = "https://token.ci.example.com"
  client_id_list  = ["sts.amazonaws.com"]
  thumbprint_list = ["6938fd4d98bab03faadb97b34396831e3780aea1"]
}
