# An estate of the parity tests on moto: many types with few resources, and edge cases of real states.
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
  skip_region_validation      = true
  skip_requesting_account_id  = false
  skip_credentials_validation = true
}

# Same region, with tags that no resource names: `tags` and `tags_all` differ.
provider "aws" {
  alias                       = "labelled"
  region                      = "us-east-1"
  s3_use_path_style           = true
  skip_credentials_validation = true

  default_tags {
    tags = {
      owner       = "platform"
      "cost-unit" = "4711"
    }
  }
}

# A second region in the same state.
provider "aws" {
  alias                       = "west"
  region                      = "us-west-2"
  s3_use_path_style           = true
  skip_credentials_validation = true

  default_tags {
    tags = {
      owner = "platform"
    }
  }
}

data "aws_caller_identity" "current" {}

locals {
  account = data.aws_caller_identity.current.account_id

  # Keys with special characters, as in real configurations.
  tiers = {
    "front.end"        = "10.20.1.0/24"
    "back end"         = "10.20.2.0/24"
    "quoted \"db\""    = "10.20.3.0/24"
    "données-étoile-★" = "10.20.4.0/24"
  }
}
