# The 50 states of 20 instances each of `npm run bench -- states`: applied as one state, and split afterwards.
# The endpoint and the credentials come from the environment.

provider "aws" {
  region                      = "us-east-1"
  s3_use_path_style           = true
  skip_metadata_api_check     = true
  skip_credentials_validation = true
}

variable "states" {
  type = number
}

module "state" {
  source = "./state"
  count  = var.states
  number = count.index
}
