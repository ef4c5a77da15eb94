# The contents of two brokers: a shop on the first, a smaller shop with the same names on the second.
variable "passwords" {
  type      = map(string)
  sensitive = true
}

locals {
  users = { app = [], ops = ["management"], audit = ["monitoring"], courier = ["management"], temp = ["policymaker"] }
}

resource "rabbitmq_vhost" "shop" {
  name = "shop"
}

resource "rabbitmq_vhost" "lab" {
  name = "lab"
}

resource "rabbitmq_vhost" "archive" {
  name = "archive"
}

resource "rabbitmq_user" "team" {
  for_each = local.users
  name     = each.key
  password = var.passwords[each.key]
  tags     = each.value
}

resource "rabbitmq_permissions" "shop" {
  for_each = { app = "^orders", ops = ".*", audit = "^$", temp = "^tmp" }
  user     = rabbitmq_user.team[each.key].name
  vhost    = rabbitmq_vhost.shop.name
  permissions {
    configure = "^$"
    write     = each.value
    read      = each.value
  }
}

resource "rabbitmq_permissions" "lab" {
  user  = rabbitmq_user.team["app"].name
  vhost = rabbitmq_vhost.lab.name
  permissions {
    configure = ".*"
    write     = ".*"
    read      = ".*"
  }
}

resource "rabbitmq_topic_permissions" "app" {
  user  = rabbitmq_user.team["app"].name
  vhost = rabbitmq_permissions.shop["app"].vhost
  permissions {
    exchange = rabbitmq_exchange.shop["events"].name
    write    = "^order\\."
    read     = "^order\\."
  }
}

resource "rabbitmq_exchange" "shop" {
  for_each = { events = "topic", audit = "fanout", direct = "direct", old = "headers" }
  name     = each.key
  vhost    = rabbitmq_vhost.shop.name
  settings {
    type        = each.value
    durable     = true
    auto_delete = false
  }
}

resource "rabbitmq_queue" "orders" {
  name  = "orders"
  vhost = rabbitmq_vhost.shop.name
  settings {
    durable        = true
    auto_delete    = false
    arguments_json = jsonencode({ "x-message-ttl" = 60000, "x-max-length" = 1000 })
  }
}

resource "rabbitmq_queue" "shop" {
  for_each = toset(["mails", "invoices", "parcels", "trail"])
  name     = each.key
  vhost    = rabbitmq_vhost.shop.name
  settings {
    durable     = true
    auto_delete = false
    arguments   = { "x-queue-mode" = "lazy" }
  }
}

resource "rabbitmq_binding" "shop" {
  for_each         = { orders = "order.#", mails = "mail.*", invoices = "order.paid" }
  source           = rabbitmq_exchange.shop["events"].name
  vhost            = rabbitmq_vhost.shop.name
  destination      = each.key
  destination_type = "queue"
  routing_key      = each.value
  depends_on       = [rabbitmq_queue.shop, rabbitmq_queue.orders]
}

resource "rabbitmq_binding" "trail" {
  source           = rabbitmq_exchange.shop["audit"].name
  vhost            = rabbitmq_vhost.shop.name
  destination      = rabbitmq_queue.shop["trail"].name
  destination_type = "queue"
}

resource "rabbitmq_policy" "shop" {
  for_each = { mirror = 0, expire = 7 }
  name     = each.key
  vhost    = rabbitmq_vhost.shop.name
  policy {
    pattern    = each.key == "mirror" ? ".*" : "^tmp"
    priority   = each.value
    apply_to   = "queues"
    definition = each.key == "mirror" ? { "ha-mode" = "all" } : { "expires" = 60000 }
  }
}

resource "rabbitmq_operator_policy" "limit" {
  for_each = toset(["length", "size"])
  name     = each.key
  vhost    = rabbitmq_vhost.shop.name
  policy {
    pattern    = "^${each.key}"
    priority   = 1
    apply_to   = "queues"
    definition = { "max-length" = 100000 }
  }
}

resource "rabbitmq_federation_upstream" "far" {
  name  = "far"
  vhost = rabbitmq_vhost.shop.name
  definition {
    uri             = "amqp://bridge:${var.passwords.bridge}@192.0.2.7:5672"
    prefetch_count  = 1000
    reconnect_delay = 5
    ack_mode        = "on-confirm"
  }
}

resource "rabbitmq_shovel" "move" {
  name  = "move"
  vhost = rabbitmq_vhost.shop.name
  info {
    source_uri        = "amqp://bridge:${var.passwords.bridge}@192.0.2.8:5672"
    source_queue      = "orders"
    destination_uri   = "amqp://bridge:${var.passwords.bridge}@192.0.2.9:5672"
    destination_queue = "orders"
  }
}

resource "rabbitmq_exchange" "lab" {
  name  = "trials"
  vhost = rabbitmq_vhost.lab.name
  settings {
    type = "topic"
  }
}

resource "rabbitmq_queue" "lab" {
  for_each = toset(["one", "two"])
  name     = each.key
  vhost    = rabbitmq_vhost.lab.name
  settings {
    durable = true
  }
}

resource "rabbitmq_policy" "lab" {
  name  = "lazy"
  vhost = rabbitmq_vhost.lab.name
  policy {
    pattern    = ".*"
    priority   = 0
    apply_to   = "queues"
    definition = { "queue-mode" = "lazy" }
  }
}

resource "rabbitmq_vhost" "second" {
  for_each = toset(["shop", "only-here"])
  provider = rabbitmq.second
  name     = each.key
}

resource "rabbitmq_user" "second" {
  provider = rabbitmq.second
  name     = "app"
  password = var.passwords.second
  tags     = ["administrator"]
}

resource "rabbitmq_permissions" "second" {
  provider = rabbitmq.second
  user     = rabbitmq_user.second.name
  vhost    = rabbitmq_vhost.second["shop"].name
  permissions {
    configure = ".*"
    write     = ".*"
    read      = ".*"
  }
}

resource "rabbitmq_exchange" "second" {
  provider = rabbitmq.second
  name     = "events"
  vhost    = rabbitmq_vhost.second["shop"].name
  settings {
    type    = "direct"
    durable = true
  }
}

resource "rabbitmq_queue" "second" {
  for_each = toset(["orders", "returns"])
  provider = rabbitmq.second
  name     = each.key
  vhost    = rabbitmq_vhost.second["shop"].name
  settings {
    durable = false
  }
}
