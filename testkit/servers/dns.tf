# The zones of two name servers: a shop's on the first, some of the same names with other addresses on the second.
locals {
  zone = "example.test."
  eu   = "eu.example.test."
}

resource "dns_a_record_set" "host" {
  for_each  = { www = ["192.0.2.10", "192.0.2.11"], api = ["192.0.2.20"], mail = ["192.0.2.30"], old = ["192.0.2.40"], vpn = ["192.0.2.50"] }
  zone      = local.zone
  name      = each.key
  addresses = each.value
  ttl       = 300
}

resource "dns_a_record_set" "apex" {
  zone      = local.zone
  addresses = ["192.0.2.1"]
  ttl       = 300
}

resource "dns_aaaa_record_set" "host" {
  for_each  = { www = ["2001:db8::10", "2001:db8::11"], api = ["2001:db8::20"] }
  zone      = local.zone
  name      = each.key
  addresses = each.value
  ttl       = 300
}

resource "dns_cname_record" "host" {
  for_each = { shop = "www.example.test.", status = "status.example.net.", blog = "blog.example.net." }
  zone     = local.zone
  name     = each.key
  cname    = each.value
  ttl      = 300
}

resource "dns_mx_record_set" "mail" {
  zone = local.zone
  ttl  = 300
  # BIND refuses an MX record whose host in the same zone has no address.
  depends_on = [dns_a_record_set.host]
  mx {
    preference = 10
    exchange   = "mail.example.test."
  }
  mx {
    preference = 20
    exchange   = "backup.example.net."
  }
}

resource "dns_txt_record_set" "host" {
  for_each = { _dmarc = ["v=DMARC1; p=reject"], note = ["one", "two"] }
  zone     = local.zone
  name     = each.key
  txt      = each.value
  ttl      = 300
}

resource "dns_txt_record_set" "spf" {
  zone = local.zone
  txt  = ["v=spf1 mx -all"]
  ttl  = 300
}

resource "dns_srv_record_set" "sip" {
  zone = local.zone
  name = "_sip._tcp"
  ttl  = 300
  srv {
    priority = 10
    weight   = 60
    target   = "www.example.test."
    port     = 5060
  }
  srv {
    priority = 20
    weight   = 10
    target   = "api.example.test."
    port     = 5060
  }
}

resource "dns_ns_record_set" "child" {
  zone        = local.zone
  name        = "child"
  nameservers = ["ns1.example.net.", "ns2.example.net."]
  ttl         = 300
}

resource "dns_ptr_record" "host" {
  zone = local.zone
  name = "10.rev"
  ptr  = "www.example.test."
  ttl  = 300
}

resource "dns_a_record_set" "eu" {
  for_each  = toset(["www", "api"])
  zone      = local.eu
  name      = each.key
  addresses = ["198.51.100.10"]
  ttl       = 300
}

resource "dns_cname_record" "eu" {
  zone  = local.eu
  name  = "shop"
  cname = "www.eu.example.test."
  ttl   = 300
}

resource "dns_txt_record_set" "eu" {
  zone = local.eu
  txt  = ["v=spf1 -all"]
  ttl  = 300
}

resource "dns_a_record_set" "second" {
  for_each  = { www = "203.0.113.10", only-here = "203.0.113.20" }
  provider  = dns.second
  zone      = local.zone
  name      = each.key
  addresses = [each.value]
  ttl       = 60
}

resource "dns_cname_record" "second" {
  provider = dns.second
  zone     = local.zone
  name     = "shop"
  cname    = "other.example.net."
  ttl      = 60
}

resource "dns_txt_record_set" "second" {
  provider = dns.second
  zone     = local.zone
  txt      = ["v=spf1 +all"]
  ttl      = 60
}
