resource "aws_athena_data_catalog" "data" {
  name        = "data-orders"
  description = "orders"
  type        = "LAMBDA"
  parameters  = { function = "arn:aws:lambda:us-east-1:${local.account}:function:orders-catalog" }
  tags        = { team = "lake" }
}

resource "aws_athena_workgroup" "data" {
  name = "data-analysts"
  tags = { team = "lake" }
}

resource "aws_athena_prepared_statement" "data" {
  name            = "visits_of"
  workgroup       = aws_athena_workgroup.data.name
  query_statement = "SELECT * FROM visits WHERE page = ?"
}

resource "aws_lakeformation_resource" "data" {
  arn      = aws_s3_bucket.data.arn
  role_arn = aws_iam_role.data.arn
}

resource "aws_lakeformation_data_lake_settings" "data" {
  admins = [aws_iam_role.data.arn]
}

resource "aws_lakeformation_lf_tag" "data" {
  key    = "zone"
  values = ["raw", "clean"]
}

resource "aws_lakeformation_resource_lf_tags" "data" {
  database {
    name = aws_glue_catalog_database.data.name
  }
  lf_tag {
    key   = aws_lakeformation_lf_tag.data.key
    value = "raw"
  }
}

resource "aws_lakeformation_permissions" "data" {
  principal   = aws_iam_role.data.arn
  permissions = ["DESCRIBE", "CREATE_TABLE"]
  database {
    name = aws_glue_catalog_database.data.name
  }
  depends_on = [aws_lakeformation_data_lake_settings.data]
}

resource "aws_quicksight_group" "data" {
  group_name  = "data-analysts"
  description = "analysts"
}

resource "aws_quicksight_user" "data" {
  user_name     = "zoe"
  email         = "zoe@example.org"
  identity_type = "QUICKSIGHT"
  user_role     = "READER"
}

resource "aws_quicksight_group_membership" "data" {
  group_name  = aws_quicksight_group.data.group_name
  member_name = aws_quicksight_user.data.user_name
}
