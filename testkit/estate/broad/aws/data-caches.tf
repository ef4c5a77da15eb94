resource "aws_elasticache_subnet_group" "data" {
  name       = "data"
  subnet_ids = aws_subnet.data[*].id
}

resource "aws_elasticache_cluster" "data" {
  cluster_id        = "data-sessions"
  engine            = "memcached"
  node_type         = "cache.t4g.small"
  num_cache_nodes   = 1
  subnet_group_name = aws_elasticache_subnet_group.data.name
  tags              = { team = "shop" }
}

resource "aws_elasticache_user" "data" {
  user_id       = "data-reader"
  user_name     = "reader"
  engine        = "redis"
  access_string = "on ~cart:* +@read"
  passwords     = ["canary-elasticache-user-1"]
}

resource "aws_memorydb_subnet_group" "data" {
  name       = "data"
  subnet_ids = aws_subnet.data[*].id
}

resource "aws_memorydb_cluster" "data" {
  name                     = "data-stock"
  acl_name                 = "open-access"
  node_type                = "db.t4g.small"
  num_shards               = 1
  subnet_group_name        = aws_memorydb_subnet_group.data.name
  snapshot_retention_limit = 7
  tags                     = { team = "shop" }
}

resource "aws_memorydb_snapshot" "data" {
  name         = "data-stock-before"
  cluster_name = aws_memorydb_cluster.data.name
}

resource "aws_dax_cluster" "data" {
  cluster_name       = "data-dax"
  iam_role_arn       = aws_iam_role.data.arn
  node_type          = "dax.t3.small"
  replication_factor = 3
}

resource "aws_opensearchserverless_security_policy" "data" {
  name = "data-encryption"
  type = "encryption"
  policy = jsonencode({
    Rules       = [{ ResourceType = "collection", Resource = ["collection/data-*"] }]
    AWSOwnedKey = true
  })
}
