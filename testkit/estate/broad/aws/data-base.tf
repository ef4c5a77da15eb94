# Resources that the data services need.

# All Aurora clusters are in a separate region.
provider "aws" {
  alias                       = "data_west"
  region                      = "us-west-2"
  s3_use_path_style           = true
  skip_metadata_api_check     = true
  skip_credentials_validation = true
}

resource "aws_vpc" "data" {
  cidr_block = "10.120.0.0/16"
  tags       = { Name = "data" }
}

resource "aws_subnet" "data" {
  count             = 2
  vpc_id            = aws_vpc.data.id
  cidr_block        = "10.120.${count.index}.0/24"
  availability_zone = "us-east-1${["a", "b"][count.index]}"
}

resource "aws_security_group" "data" {
  name        = "data"
  description = "data"
  vpc_id      = aws_vpc.data.id
}

resource "aws_iam_role" "data" {
  name = "data-services"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = ["glue.amazonaws.com", "rds.amazonaws.com", "s3.amazonaws.com", "sagemaker.amazonaws.com"] }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_kms_key" "data" {
  description             = "data"
  enable_key_rotation     = true
  deletion_window_in_days = 7
}

resource "aws_s3_bucket" "data" {
  bucket = "data-broad-lake"
}

resource "aws_kinesis_stream" "data" {
  name        = "data-clicks"
  shard_count = 1
}
