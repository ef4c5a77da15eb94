# Many services with a few resources each: types that no other estate contains.
# The endpoint and the credentials come from the environment.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.100"
    }
  }
}

provider "aws" {
  region                      = "us-east-1"
  s3_use_path_style           = true
  skip_metadata_api_check     = true
  skip_credentials_validation = true
}

data "aws_caller_identity" "current" {}

locals {
  account = data.aws_caller_identity.current.account_id
}
