# Networks and permissions in many styles: inline and standalone rules of groups, inline and standalone routes of tables,
# a role in one module with its permissions in another, three provider configurations.
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
  skip_metadata_api_check     = true
  skip_credentials_validation = true

  default_tags {
    tags = {
      owner       = "network"
      environment = "prod"
    }
  }
}

# The second region, with other default tags.
provider "aws" {
  alias                       = "europe"
  region                      = "eu-west-1"
  skip_metadata_api_check     = true
  skip_credentials_validation = true

  default_tags {
    tags = {
      owner = "network-eu"
    }
  }
}

# Other systems may tag these resources.
provider "aws" {
  alias                       = "shared"
  region                      = "us-east-1"
  skip_metadata_api_check     = true
  skip_credentials_validation = true

  ignore_tags {
    keys         = ["last-scanned"]
    key_prefixes = ["kubernetes.io/"]
  }
}

data "aws_caller_identity" "current" {}

locals {
  account = data.aws_caller_identity.current.account_id

  # Keys with special characters, as in real configurations.
  zones = {
    "us-east-1a/public"   = "10.40.0.0/24"
    "us-east-1b.private"  = "10.40.1.0/24"
    "$${data} [tier #3]"  = "10.40.2.0/24"
    "größe\\\"back\\\"ノ" = "10.40.3.0/24"
  }
}
