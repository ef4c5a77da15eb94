module "service" {
  source   = "./modules/service"
  for_each = { "pay.ments" = 30, "search \"v2\"" = 60 }
  name     = each.key
  timeout  = each.value
}

module "archive" {
  source = "./modules/archive"
  providers = {
    aws = aws.west
  }
}
