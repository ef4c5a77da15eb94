terraform {
  required_providers {
    local = { source = "hashicorp/local" }
    time  = { source = "hashicorp/time" }
  }
}

variable "files" {
  type = string
}

resource "time_static" "made" {}

resource "time_offset" "later" {
  offset_days = 7
}

resource "time_rotating" "monthly" {
  rotation_days = 30
}

# The rotation time is already in the past.
resource "time_rotating" "due" {
  rfc3339          = "2020-01-01T00:00:00Z"
  rotation_rfc3339 = "2020-02-01T00:00:00Z"
}

resource "time_sleep" "pause" {
  create_duration = "1s"
  triggers        = { made = time_static.made.id }
}

resource "local_file" "motd" {
  for_each = toset(["a", "b", "c", "d", "e", "f"])
  filename = "${var.files}/${each.key}.txt"
  content  = "hello ${each.key}"
}

resource "local_file" "key" {
  filename          = "${var.files}/key.txt"
  sensitive_content = "correct horse battery staple"
}

resource "local_file" "relative" {
  filename = "${path.module}/relative.txt"
  content  = "somewhere"
}

resource "terraform_data" "note" {
  input = "kept in the state alone"
}
