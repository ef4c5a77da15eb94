# The contents of two Keystones: a shop's projects and users on the first, a smaller shop with the same names on the second.
variable "passwords" {
  type      = map(string)
  sensitive = true
}

resource "openstack_identity_project_v3" "team" {
  for_each    = toset(["shop", "stock", "lab", "attic"])
  name        = each.key
  description = "the ${each.key}"
  tags        = ["managed", each.key]
}

resource "openstack_identity_user_v3" "person" {
  for_each           = toset(["zoe", "max", "ana", "tom", "eve"])
  name               = each.key
  description        = "a person"
  password           = var.passwords[each.key]
  default_project_id = openstack_identity_project_v3.team["shop"].id
  ignore_password_expiry = true
  extra              = { email = "${each.key}@example.test" }
}

resource "openstack_identity_group_v3" "crew" {
  for_each    = toset(["crew", "guests"])
  name        = each.key
  description = "some people"
}

resource "openstack_identity_role_v3" "role" {
  for_each = toset(["clerk", "courier", "visitor"])
  name     = each.key
}

resource "openstack_identity_user_membership_v3" "crew" {
  for_each = toset(["zoe", "max", "ana"])
  user_id  = openstack_identity_user_v3.person[each.key].id
  group_id = openstack_identity_group_v3.crew["crew"].id
}

resource "openstack_identity_role_assignment_v3" "shop" {
  for_each   = { zoe = "clerk", max = "courier", tom = "clerk" }
  user_id    = openstack_identity_user_v3.person[each.key].id
  project_id = openstack_identity_project_v3.team["shop"].id
  role_id    = openstack_identity_role_v3.role[each.value].id
}

resource "openstack_identity_role_assignment_v3" "crew" {
  group_id   = openstack_identity_group_v3.crew["crew"].id
  project_id = openstack_identity_project_v3.team["stock"].id
  role_id    = openstack_identity_role_v3.role["clerk"].id
}

resource "openstack_identity_role_assignment_v3" "lab" {
  for_each   = toset(["zoe", "ana"])
  user_id    = openstack_identity_user_v3.person[each.key].id
  project_id = openstack_identity_project_v3.team["lab"].id
  role_id    = openstack_identity_role_v3.role["visitor"].id
}

resource "openstack_identity_service_v3" "service" {
  for_each    = { orders = "orders", mails = "mails", old = "old" }
  name        = each.key
  type        = each.value
  description = "a service"
}

resource "openstack_identity_endpoint_v3" "public" {
  for_each        = toset(["orders", "mails"])
  name            = each.key
  service_id      = openstack_identity_service_v3.service[each.key].id
  endpoint_region = "RegionOne"
  interface       = "public"
  url             = "https://${each.key}.example.test/v1"
}

resource "openstack_identity_ec2_credential_v3" "key" {
  for_each   = toset(["zoe", "max"])
  user_id    = openstack_identity_user_v3.person[each.key].id
  project_id = openstack_identity_project_v3.team["shop"].id
}

resource "openstack_identity_project_v3" "second" {
  for_each    = toset(["shop", "returns"])
  provider    = openstack.second
  name        = each.key
  description = "elsewhere"
}

resource "openstack_identity_user_v3" "second" {
  for_each    = toset(["zoe", "joe"])
  provider    = openstack.second
  name        = each.key
  description = "elsewhere"
  password    = var.passwords.second
}
