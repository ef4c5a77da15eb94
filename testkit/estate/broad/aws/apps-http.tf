# HTTP and WebSocket APIs, and GraphQL.

resource "aws_apigatewayv2_api" "apps" {
  name                       = "apps-talk"
  protocol_type              = "WEBSOCKET"
  route_selection_expression = "$request.body.action"
}

resource "aws_apigatewayv2_api" "apps_http" {
  name          = "apps-http"
  protocol_type = "HTTP"
}

resource "aws_apigatewayv2_authorizer" "apps" {
  api_id           = aws_apigatewayv2_api.apps_http.id
  name             = "apps"
  authorizer_type  = "JWT"
  identity_sources = ["$request.header.Authorization"]

  jwt_configuration {
    audience = ["apps", "shop"]
    issuer   = "https://${aws_cognito_user_pool.apps.endpoint}"
  }
}

resource "aws_apigatewayv2_integration" "apps" {
  api_id           = aws_apigatewayv2_api.apps.id
  integration_type = "MOCK"
}

resource "aws_apigatewayv2_integration_response" "apps" {
  api_id                   = aws_apigatewayv2_api.apps.id
  integration_id           = aws_apigatewayv2_integration.apps.id
  integration_response_key = "/200/"
  response_templates       = { "application/json" = "{}" }
}

resource "aws_apigatewayv2_route" "apps" {
  api_id    = aws_apigatewayv2_api.apps.id
  route_key = "$default"
  target    = "integrations/${aws_apigatewayv2_integration.apps.id}"
}

resource "aws_apigatewayv2_route_response" "apps" {
  api_id             = aws_apigatewayv2_api.apps.id
  route_id           = aws_apigatewayv2_route.apps.id
  route_response_key = "$default"
}

resource "aws_apigatewayv2_model" "apps" {
  api_id       = aws_apigatewayv2_api.apps.id
  name         = "message"
  content_type = "application/json"
  schema       = jsonencode({ type = "object", required = ["text"] })
}

resource "aws_apigatewayv2_stage" "apps" {
  api_id      = aws_apigatewayv2_api.apps_http.id
  name        = "live"
  auto_deploy = true
}

resource "aws_apigatewayv2_vpc_link" "apps" {
  name               = "apps"
  security_group_ids = [aws_security_group.apps.id]
  subnet_ids         = [for one in aws_subnet.apps : one.id]
  tags               = { team = "apps" }
}

resource "aws_appsync_graphql_api" "apps" {
  name                = "apps"
  authentication_type = "AWS_IAM"
  xray_enabled        = true
  schema              = "type Query { bill: String }"
  tags                = { team = "apps" }

  log_config {
    cloudwatch_logs_role_arn = aws_iam_role.apps.arn
    field_log_level          = "ERROR"
  }
}

resource "aws_appsync_api_key" "apps" {
  api_id      = aws_appsync_graphql_api.apps.id
  description = "partners"
  expires     = "2027-06-01T00:00:00Z"
}

resource "aws_appsync_api_cache" "apps" {
  api_id               = aws_appsync_graphql_api.apps.id
  api_caching_behavior = "FULL_REQUEST_CACHING"
  type                 = "SMALL"
  ttl                  = 900
}
