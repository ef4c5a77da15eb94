# Images, volumes, hosts and related resources.

data "aws_ami" "guard" {
  most_recent = true
  owners      = ["amazon"]
}

resource "aws_instance" "guard" {
  ami           = data.aws_ami.guard.id
  instance_type = "t3.micro"
  subnet_id     = aws_subnet.guard[0].id
}

resource "aws_ebs_volume" "guard" {
  availability_zone = "us-east-1a"
  size              = 8
}

resource "aws_volume_attachment" "guard" {
  device_name = "/dev/sdh"
  volume_id   = aws_ebs_volume.guard.id
  instance_id = aws_instance.guard.id
}

resource "aws_ebs_snapshot" "guard" {
  volume_id   = aws_ebs_volume.guard.id
  description = "guard"
  tags        = { Name = "guard", keep = "yes" }
}

resource "aws_ebs_snapshot_copy" "guard" {
  source_snapshot_id = aws_ebs_snapshot.guard.id
  source_region      = "us-east-1"
  tags               = { Name = "guard-copy" }
}

resource "aws_ami" "guard" {
  name                = "guard"
  virtualization_type = "hvm"
  root_device_name    = "/dev/xvda"

  ebs_block_device {
    device_name = "/dev/xvda"
    snapshot_id = aws_ebs_snapshot.guard.id
    volume_size = 8
  }
  tags = { Name = "guard" }
}

resource "aws_ami_copy" "guard" {
  name              = "guard-copy"
  source_ami_id     = aws_ami.guard.id
  source_ami_region = "us-east-1"
  tags              = { Name = "guard-copy" }
}

resource "aws_ami_from_instance" "guard" {
  name               = "guard-instance"
  source_instance_id = aws_instance.guard.id
  tags               = { Name = "guard-instance" }
}

resource "aws_ami_launch_permission" "guard" {
  image_id   = aws_ami.guard.id
  account_id = "210987654321"
}

resource "aws_ebs_encryption_by_default" "guard" {
  enabled = true
}

resource "aws_ec2_host" "guard" {
  availability_zone = "us-east-1a"
  instance_type     = "m5.large"
  auto_placement    = "on"
  host_recovery     = "on"
  tags              = { Name = "guard" }
}

resource "aws_ec2_tag" "guard" {
  resource_id = aws_vpc.guard.default_security_group_id
  key         = "owner"
  value       = "guard"
}

resource "aws_spot_instance_request" "guard" {
  ami           = data.aws_ami.guard.id
  instance_type = "t3.micro"
  spot_price    = "0.03"
  subnet_id     = aws_subnet.guard[0].id
  tags          = { Name = "guard-spot" }
}

resource "aws_ec2_instance_state" "guard" {
  instance_id = aws_instance.guard.id
  state       = "running"
}

resource "aws_launch_configuration" "guard" {
  name          = "guard"
  image_id      = data.aws_ami.guard.id
  instance_type = "t3.micro"
}

resource "aws_autoscaling_group" "guard" {
  name                 = "guard"
  launch_configuration = aws_launch_configuration.guard.name
  min_size             = 1
  max_size             = 4
  desired_capacity     = 1
  vpc_zone_identifier  = aws_subnet.guard[*].id
  termination_policies = ["OldestInstance", "Default"]

  tag {
    key                 = "team"
    value               = "guard"
    propagate_at_launch = true
  }
}

resource "aws_autoscaling_group" "tagged" {
  name                 = "guard-tagged"
  launch_configuration = aws_launch_configuration.guard.name
  min_size             = 0
  max_size             = 2
  vpc_zone_identifier  = aws_subnet.guard[*].id
}

resource "aws_autoscaling_group_tag" "guard" {
  autoscaling_group_name = aws_autoscaling_group.tagged.name

  tag {
    key                 = "owner"
    value               = "guard"
    propagate_at_launch = false
  }
}

resource "aws_autoscaling_policy" "guard" {
  name                   = "guard-up"
  autoscaling_group_name = aws_autoscaling_group.guard.name
  adjustment_type        = "ChangeInCapacity"
  scaling_adjustment     = 1
  cooldown               = 300
}

resource "aws_autoscaling_lifecycle_hook" "guard" {
  name                   = "guard-drain"
  autoscaling_group_name = aws_autoscaling_group.guard.name
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
  default_result         = "CONTINUE"
  heartbeat_timeout      = 600
}

resource "aws_autoscaling_schedule" "guard" {
  scheduled_action_name  = "guard-night"
  autoscaling_group_name = aws_autoscaling_group.guard.name
  min_size               = 0
  max_size               = 2
  desired_capacity       = 0
  recurrence             = "0 20 * * *"
}

resource "aws_autoscaling_attachment" "guard" {
  autoscaling_group_name = aws_autoscaling_group.guard.name
  lb_target_group_arn    = aws_lb_target_group.guard.arn
}
