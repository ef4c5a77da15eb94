# Permissions: IAM users, groups and policies, organizations, single sign-on.

locals {
  guard_trust = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
  guard_metadata = join("", [
    "<EntityDescriptor xmlns=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"https://sso.guard.example.com\">",
    "<IDPSSODescriptor protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\"><KeyDescriptor><X509Certificate>",
    join("", [for i in range(100) : "MIIDguard00"]),
    "</X509Certificate></KeyDescriptor></IDPSSODescriptor></EntityDescriptor>",
  ])
  guard_read = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = ["s3:GetObject", "s3:ListBucket"], Resource = "*" }]
  })
}

resource "aws_iam_role" "guard" {
  name               = "guard"
  assume_role_policy = local.guard_trust
}

resource "aws_iam_role" "exclusive" {
  name               = "guard-exclusive"
  assume_role_policy = local.guard_trust
}

resource "aws_iam_user" "guard" {
  name = "guard"
}

resource "aws_iam_group" "guard" {
  name = "guard"
}

resource "aws_iam_policy" "guard" {
  name   = "guard"
  policy = local.guard_read
}

resource "aws_iam_policy_attachment" "guard" {
  name       = "guard"
  roles      = [aws_iam_role.guard.name]
  users      = [aws_iam_user.guard.name]
  policy_arn = aws_iam_policy.guard.arn
}

resource "aws_iam_policy" "exclusive" {
  name   = "guard-exclusive"
  policy = local.guard_read
}

resource "aws_iam_role_policy_attachments_exclusive" "guard" {
  role_name   = aws_iam_role.exclusive.name
  policy_arns = [aws_iam_policy.exclusive.arn]
}

resource "aws_iam_role_policies_exclusive" "guard" {
  role_name    = aws_iam_role.exclusive.name
  policy_names = []
}

resource "aws_iam_user_policies_exclusive" "guard" {
  user_name    = aws_iam_user.guard.name
  policy_names = []
}

resource "aws_iam_group_policies_exclusive" "guard" {
  group_name   = aws_iam_group.guard.name
  policy_names = []
}

resource "aws_iam_group_policy_attachments_exclusive" "guard" {
  group_name  = aws_iam_group.guard.name
  policy_arns = []
}

resource "aws_iam_saml_provider" "guard" {
  name                   = "guard"
  saml_metadata_document = local.guard_metadata
}

resource "aws_iam_service_linked_role" "guard" {
  aws_service_name = "autoscaling.amazonaws.com"
  custom_suffix    = "guard"
  description      = "guard"
}

resource "aws_iam_user_login_profile" "guard" {
  user                    = aws_iam_user.guard.name
  password_reset_required = true
}

resource "aws_iam_user_ssh_key" "guard" {
  username   = aws_iam_user.guard.name
  encoding   = "SSH"
  public_key = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7guardguardguardguardguardguardguardguardguardguardguardguardguard"
}

resource "aws_organizations_organization" "guard" {
  feature_set          = "ALL"
  enabled_policy_types = ["SERVICE_CONTROL_POLICY"]
}

resource "aws_organizations_organizational_unit" "guard" {
  name      = "guard"
  parent_id = aws_organizations_organization.guard.roots[0].id
  tags      = { tier = "org" }
}

resource "aws_organizations_account" "guard" {
  name      = "guard"
  email     = "guard@example.com"
  parent_id = aws_organizations_organizational_unit.guard.id
  tags      = { tier = "org" }
}

resource "aws_organizations_policy" "guard" {
  name = "guard"
  content = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Deny", Action = ["cloudtrail:StopLogging", "cloudtrail:DeleteTrail"], Resource = "*" }]
  })
}

resource "aws_organizations_policy_attachment" "guard" {
  policy_id = aws_organizations_policy.guard.id
  target_id = aws_organizations_organizational_unit.guard.id
}

resource "aws_organizations_delegated_administrator" "guard" {
  account_id        = aws_organizations_account.guard.id
  service_principal = "guardduty.amazonaws.com"
}

resource "aws_identitystore_user" "guard" {
  identity_store_id = "d-1111111111"
  user_name         = "guard"
  display_name      = "Zoe Guard"

  name {
    given_name  = "Zoe"
    family_name = "Guard"
  }
}

resource "aws_identitystore_group" "guard" {
  identity_store_id = "d-1111111111"
  display_name      = "guard"
  description       = "on call"
}
