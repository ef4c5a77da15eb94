/**
 * Services that are left out of the list of actions, so that the gateway refuses all their requests: they transfer
 * contents (data planes), issue credentials, or concern customers' business with AWS. No Terraform resource is read
 * from them.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  `account-access-runtime agent-registry amplifybackend amplifyuibuilder apigatewaymanagementapi appconfigdata artifact
  backupsearch bcm-pricing-calculator bcm-recommended-actions bedrock-agent-runtime bedrock-agentcore
  bedrock-data-automation-runtime bedrock-runtime chime-sdk-identity chime-sdk-meetings chime-sdk-messaging clouddirectory
  cloudsearchdomain cloudtrail-data cloudwatchomni codecatalyst cognito-sync comprehendmedical connect-contact-lens connecthealth
  connectparticipant ds-data dynamodbstreams ebs ec2-instance-connect eks-auth forecastquery frauddetector geo-maps geo-places
  geo-routes health iam-toolbox importexport inspector-scan iot-data iot-jobs-data iotsecuretunneling iotthingsgraph
  kendra-ranking keyspacesstreams kinesis-video-archived-media kinesis-video-media kinesis-video-signaling
  kinesis-video-webrtc-storage lambda-web lex-runtime lexv2-runtime machinelearning managedblockchain-query
  marketplace-agreement marketplace-catalog marketplace-deployment marketplace-discovery marketplace-entitlement
  marketplace-reporting marketplacecommerceanalytics mediastore-data medical-imaging meteringmarketplace mturk neptunedata
  opensearchmemory partnercentral-account partnercentral-benefits partnercentral-channel
  partnercentral-revenue-measurement partnercentral-selling payment-cryptography-data personalize-events personalize-runtime
  pi polly pricing-plan-manager qapps qconnect rds-data route53-recovery-cluster sagemaker-a2i-runtime sagemaker-edge
  sagemaker-featurestore-runtime sagemaker-inference-router-runtime sagemaker-metrics sagemaker-runtime sagemakerjobruntime
  sagemakertrainingsessionruntime sdb security-ir securityagent signer-data signin simpledbv2 socialmessaging ssm-guiconnect sso
  sso-oidc support support-app supportauthz textract translate trustedadvisor wickr wisdom workdocs workmailmessageflow`.split(
    /\s+/,
  ),
);
