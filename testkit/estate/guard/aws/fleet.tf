# Systems Manager: documents and maintenance windows.

resource "aws_ssm_document" "guard" {
  name            = "guard"
  document_type   = "Command"
  document_format = "JSON"
  content = jsonencode({
    schemaVersion = "2.2"
    description   = "guard"
    mainSteps     = [{ action = "aws:runShellScript", name = "run", inputs = { runCommand = ["uptime"] } }]
  })
  tags = { tier = "fleet" }
}

resource "aws_ssm_maintenance_window" "guard" {
  name     = "guard"
  schedule = "cron(0 16 ? * TUE *)"
  duration = 3
  cutoff   = 1
}
