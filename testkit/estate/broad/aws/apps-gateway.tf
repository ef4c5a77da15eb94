# Resources of a REST API: authorization, models of requests and responses, domain names.

resource "aws_api_gateway_rest_api" "apps" {
  name        = "apps"
  description = "apps"
}

resource "aws_api_gateway_rest_api" "apps_other" {
  name        = "apps-other"
  description = "apps"
}

resource "aws_api_gateway_resource" "apps" {
  rest_api_id = aws_api_gateway_rest_api.apps.id
  parent_id   = aws_api_gateway_rest_api.apps.root_resource_id
  path_part   = "bills"
}

resource "aws_api_gateway_method" "apps" {
  rest_api_id   = aws_api_gateway_rest_api.apps.id
  resource_id   = aws_api_gateway_resource.apps.id
  http_method   = "GET"
  authorization = "AWS_IAM"
}

resource "aws_api_gateway_integration" "apps" {
  rest_api_id             = aws_api_gateway_rest_api.apps.id
  resource_id             = aws_api_gateway_resource.apps.id
  http_method             = aws_api_gateway_method.apps.http_method
  type                    = "AWS"
  integration_http_method = "POST"
  uri                     = aws_lambda_function.apps.invoke_arn
}

resource "aws_api_gateway_method_response" "apps" {
  rest_api_id = aws_api_gateway_rest_api.apps.id
  resource_id = aws_api_gateway_resource.apps.id
  http_method = aws_api_gateway_method.apps.http_method
  status_code = "200"
  response_parameters = {
    "method.response.header.Cache-Control" = true
  }
}

resource "aws_api_gateway_integration_response" "apps" {
  rest_api_id        = aws_api_gateway_rest_api.apps.id
  resource_id        = aws_api_gateway_resource.apps.id
  http_method        = aws_api_gateway_method.apps.http_method
  status_code        = aws_api_gateway_method_response.apps.status_code
  response_templates = { "application/json" = "" }
  response_parameters = {
    "method.response.header.Cache-Control" = "'no-store'"
  }
  depends_on = [aws_api_gateway_integration.apps]
}

resource "aws_api_gateway_deployment" "apps" {
  rest_api_id = aws_api_gateway_rest_api.apps.id
  depends_on  = [aws_api_gateway_integration_response.apps]
}

resource "aws_api_gateway_stage" "apps" {
  rest_api_id   = aws_api_gateway_rest_api.apps.id
  deployment_id = aws_api_gateway_deployment.apps.id
  stage_name    = "live"
}

resource "aws_api_gateway_method_settings" "apps" {
  rest_api_id = aws_api_gateway_rest_api.apps.id
  stage_name  = aws_api_gateway_stage.apps.stage_name
  method_path = "*/*"

  settings {
    metrics_enabled = true
    logging_level   = "INFO"
  }
}

resource "aws_api_gateway_authorizer" "apps" {
  name                             = "apps"
  rest_api_id                      = aws_api_gateway_rest_api.apps.id
  authorizer_uri                   = aws_lambda_function.apps.invoke_arn
  authorizer_credentials           = aws_iam_role.apps.arn
  authorizer_result_ttl_in_seconds = 300
}

resource "aws_api_gateway_model" "apps" {
  rest_api_id  = aws_api_gateway_rest_api.apps.id
  name         = "bill"
  description  = "bill"
  content_type = "application/json"
  schema       = jsonencode({ type = "object", required = ["amount"] })
}

resource "aws_api_gateway_request_validator" "apps" {
  rest_api_id                 = aws_api_gateway_rest_api.apps.id
  name                        = "apps"
  validate_request_body       = true
  validate_request_parameters = true
}

resource "aws_api_gateway_gateway_response" "apps" {
  rest_api_id         = aws_api_gateway_rest_api.apps.id
  response_type       = "UNAUTHORIZED"
  status_code         = "401"
  response_templates  = { "application/json" = "{\"message\":$context.error.messageString}" }
  response_parameters = { "gatewayresponse.header.Cache-Control" = "'no-store'" }
}

resource "aws_api_gateway_account" "apps" {
  cloudwatch_role_arn = aws_iam_role.apps.arn
}

resource "aws_api_gateway_domain_name" "apps" {
  domain_name              = "api.apps.example.com"
  regional_certificate_arn = aws_acm_certificate.apps.arn
  security_policy          = "TLS_1_2"

  endpoint_configuration {
    types = ["REGIONAL"]
  }
}

resource "aws_api_gateway_base_path_mapping" "apps" {
  domain_name = aws_api_gateway_domain_name.apps.domain_name
  api_id      = aws_api_gateway_rest_api.apps.id
  stage_name  = aws_api_gateway_stage.apps.stage_name
  base_path   = "bills"
}

resource "aws_api_gateway_usage_plan" "apps" {
  name = "apps"
}

resource "aws_api_gateway_api_key" "apps" {
  name  = "apps"
  value = "canary-apps-gateway-key-0123456789"
}

resource "aws_api_gateway_usage_plan_key" "apps" {
  key_id        = aws_api_gateway_api_key.apps.id
  key_type      = "API_KEY"
  usage_plan_id = aws_api_gateway_usage_plan.apps.id
}

resource "aws_lb" "apps" {
  name               = "apps"
  internal           = true
  load_balancer_type = "network"
  subnets            = [for one in aws_subnet.apps : one.id]
}

resource "aws_api_gateway_vpc_link" "apps" {
  name        = "apps"
  description = "apps"
  target_arns = [aws_lb.apps.arn]
}
