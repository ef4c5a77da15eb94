# The contents of two servers: the databases of a shop on the first, of a smaller shop with the same names on the second.
variable "passwords" {
  type      = map(string)
  sensitive = true
}

resource "postgresql_role" "group" {
  for_each = toset(["readers", "writers", "owners"])
  name     = each.key
}

resource "postgresql_role" "login" {
  for_each         = toset(["app", "report", "batch", "etl", "temp"])
  name             = each.key
  login            = true
  password         = var.passwords[each.key]
  connection_limit = 50
  roles            = each.key == "app" ? [postgresql_role.group["writers"].name] : [postgresql_role.group["readers"].name]
}

resource "postgresql_role" "tuned" {
  name              = "tuned"
  login             = true
  password          = var.passwords.tuned
  search_path       = ["sales", "public"]
  statement_timeout = 30000
  valid_until       = "2031-01-01 00:00:00+00"
}

resource "postgresql_database" "shop" {
  for_each         = toset(["shop", "stock", "lab", "attic"])
  name             = each.key
  owner            = postgresql_role.group["owners"].name
  connection_limit = 100
  lc_collate       = "C"
  lc_ctype         = "C"
  template         = "template0"
}

resource "postgresql_schema" "shop" {
  for_each = toset(["sales", "audit", "old"])
  name     = each.key
  database = postgresql_database.shop["shop"].name
  owner    = postgresql_role.group["owners"].name
}

resource "postgresql_extension" "shop" {
  for_each = toset(["vector", "plpgsql"])
  name     = each.key
  database = postgresql_database.shop["shop"].name
}

resource "postgresql_grant" "connect" {
  for_each    = { readers = ["CONNECT"], writers = ["CONNECT", "TEMPORARY"] }
  database    = postgresql_database.shop["shop"].name
  role        = postgresql_role.group[each.key].name
  object_type = "database"
  privileges  = each.value
  depends_on  = [postgresql_grant.stock]
}

resource "postgresql_grant" "stock" {
  database    = postgresql_database.shop["stock"].name
  role        = postgresql_role.group["readers"].name
  object_type = "database"
  privileges  = ["CONNECT"]
}

resource "postgresql_grant" "tables" {
  for_each    = { readers = ["SELECT"], writers = ["DELETE", "INSERT", "SELECT", "UPDATE"] }
  database    = postgresql_database.shop["shop"].name
  schema      = postgresql_schema.shop["sales"].name
  role        = postgresql_role.group[each.key].name
  object_type = "table"
  privileges  = each.value
  depends_on  = [postgresql_grant.connect]
}

resource "postgresql_default_privileges" "shop" {
  for_each    = { readers = ["SELECT"], writers = ["DELETE", "INSERT", "SELECT", "UPDATE"] }
  database    = postgresql_database.shop["shop"].name
  schema      = postgresql_schema.shop["sales"].name
  role        = postgresql_role.group[each.key].name
  owner       = "postgres"
  object_type = "table"
  privileges  = each.value
  depends_on  = [postgresql_grant.tables]
}

resource "postgresql_default_privileges" "audit" {
  database    = postgresql_database.shop["shop"].name
  schema      = postgresql_schema.shop["audit"].name
  role        = postgresql_role.group["readers"].name
  owner       = "postgres"
  object_type = "table"
  privileges  = ["SELECT"]
  depends_on  = [postgresql_default_privileges.shop]
}

resource "postgresql_schema" "lab" {
  name     = "trials"
  database = postgresql_database.shop["lab"].name
  owner    = postgresql_role.group["owners"].name
}

resource "postgresql_extension" "lab" {
  name     = "vector"
  database = postgresql_database.shop["lab"].name
}

resource "postgresql_grant" "lab" {
  database    = postgresql_database.shop["lab"].name
  role        = postgresql_role.group["readers"].name
  object_type = "database"
  privileges  = ["CONNECT"]
}

resource "postgresql_default_privileges" "lab" {
  database    = postgresql_database.shop["lab"].name
  schema      = postgresql_schema.lab.name
  role        = postgresql_role.group["readers"].name
  owner       = "postgres"
  object_type = "table"
  privileges  = ["SELECT"]
}

resource "postgresql_role" "second" {
  for_each         = toset(["app", "readers", "only_here"])
  provider         = postgresql.second
  name             = each.key
  login            = each.key == "app"
  superuser        = each.key == "app"
  password         = each.key == "app" ? var.passwords.second : null
  connection_limit = 7
}

resource "postgresql_database" "second" {
  for_each         = toset(["shop", "returns"])
  provider         = postgresql.second
  name             = each.key
  owner            = postgresql_role.second["readers"].name
  connection_limit = 3
  lc_collate       = "C"
  lc_ctype         = "C"
  template         = "template0"
}

resource "postgresql_schema" "second" {
  provider = postgresql.second
  name     = "sales"
  database = postgresql_database.second["shop"].name
  owner    = postgresql_role.second["only_here"].name
}
