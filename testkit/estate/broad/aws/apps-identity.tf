# Sign-in: resources of a user pool and an identity pool.

resource "aws_cognito_user_pool_domain" "apps" {
  domain       = "apps-sign-in"
  user_pool_id = aws_cognito_user_pool.apps.id
}

resource "aws_cognito_resource_server" "apps" {
  identifier   = "https://api.apps.example.com"
  name         = "bills"
  user_pool_id = aws_cognito_user_pool.apps.id

  scope {
    scope_name        = "read"
    scope_description = "read bills"
  }
}

resource "aws_cognito_identity_provider" "apps" {
  user_pool_id  = aws_cognito_user_pool.apps.id
  provider_name = "Partners"
  provider_type = "OIDC"

  provider_details = {
    authorize_scopes              = "openid email"
    client_id                     = "apps"
    client_secret                 = "canary-apps-identity-provider"
    oidc_issuer                   = "https://login.partners.example.com"
    attributes_request_method     = "GET"
    attributes_url_add_attributes = "false"
  }

  attribute_mapping = { email = "email", username = "sub" }
}

resource "aws_cognito_user" "apps" {
  for_each     = toset(["zoe", "ada"])
  user_pool_id = aws_cognito_user_pool.apps.id
  username     = each.key
  attributes   = { email = "${each.key}@example.com", email_verified = "true" }
}

resource "aws_cognito_user_group" "apps" {
  name         = "apps-staff"
  user_pool_id = aws_cognito_user_pool.apps.id
}

resource "aws_cognito_user_in_group" "apps" {
  user_pool_id = aws_cognito_user_pool.apps.id
  group_name   = aws_cognito_user_group.apps.name
  username     = aws_cognito_user.apps["ada"].username
}
