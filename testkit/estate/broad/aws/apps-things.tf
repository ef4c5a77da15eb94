# IoT things, message brokers and language models.

resource "aws_iot_thing" "apps" {
  name       = "apps-meter-1"
  attributes = { floor = "2" }
}

resource "aws_iot_certificate" "apps" {
  active = true
}

resource "aws_iot_thing_principal_attachment" "apps" {
  thing     = aws_iot_thing.apps.name
  principal = aws_iot_certificate.apps.arn
}

resource "aws_iot_indexing_configuration" "apps" {
  thing_indexing_configuration {
    thing_indexing_mode = "REGISTRY"
  }
}

resource "aws_mq_configuration" "apps" {
  name           = "apps"
  description    = "apps"
  engine_type    = "ActiveMQ"
  engine_version = "5.17.6"
  data           = "<?xml version=\"1.0\"?><broker xmlns=\"http://activemq.apache.org/schema/core\"></broker>"
}

resource "aws_mq_broker" "apps" {
  broker_name         = "apps"
  engine_type         = "ActiveMQ"
  engine_version      = "5.17.6"
  host_instance_type  = "mq.t3.micro"
  publicly_accessible = false
  subnet_ids          = [aws_subnet.apps["a"].id]
  security_groups     = [aws_security_group.apps.id]
  tags                = { team = "apps" }

  user {
    username = "apps"
    password = "canary-apps-broker"
  }
}

resource "aws_bedrock_model_invocation_logging_configuration" "apps" {
  logging_config {
    embedding_data_delivery_enabled = true
    text_data_delivery_enabled      = true
    image_data_delivery_enabled     = true

    s3_config {
      bucket_name = aws_s3_bucket.apps.bucket
      key_prefix  = "bedrock"
    }
  }
}
