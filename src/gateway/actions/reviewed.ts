const CREDENTIALS = 'gives credentials, or a link or token that stands for them';
const CONTENTS = 'gives what a resource contains; how it is configured is told by other actions';
const ACTS = 'does something, in spite of its name';
const VALUE = 'its answer is a secret, or holds one that is no part of a configuration';

const listed = (reason: string, actions: string): [string, string][] =>
  actions.split(/\s+/).map((action) => [action, reason]);

/**
 * Actions whose names say that they read and which never get out, each with the reason. What is called otherwise
 * (`AssumeRole`, `Decrypt`, `ReceiveMessage`, `StartQuery`) never does in any case.
 */
export const NEVER: ReadonlyMap<string, string> = new Map([
  ...listed(
    CREDENTIALS,
    `acm:GetAcmeExternalAccountBindingCredentials codeartifact:GetAuthorizationToken codepipeline:GetJobDetails
    codepipeline:GetThirdPartyJobDetails cognito-identity:GetCredentialsForIdentity cognito-identity:GetOpenIdToken
    cognito-identity:GetOpenIdTokenForDeveloperIdentity cognito-idp:GetClientToken cognito-idp:GetDerivedToken
    connect:GetFederationToken datazone:GetEnvironmentCredentials gameliftstreams:GetStreamUrl
    groundstation:GetAgentTaskResponseUrl ecr:GetAuthorizationToken
    ecr-public:GetAuthorizationToken elasticmapreduce:GetSessionEndpoint emr-serverless:GetDashboardForJobRun
    emr-serverless:GetResourceDashboard emr-serverless:GetSessionEndpoint evs:GetDepotUrl gamelift:GetComputeAccess
    gamelift:GetComputeAuthToken gamelift:GetInstanceAccess glue:GetDashboardUrl glue:GetSessionEndpoint
    iot:GetRegistrationCode kms:GetParametersForImport lakeformation:GetTemporaryDataLocationCredentials
    lakeformation:GetTemporaryGlueFunctionCredentials lakeformation:GetTemporaryGluePartitionCredentials
    lakeformation:GetTemporaryGlueTableCredentials license-manager:GetAccessToken m2:GetSignedBluinsightsUrl
    payment-cryptography:GetParametersForExport payment-cryptography:GetParametersForImport
    quicksight:GetDashboardEmbedUrl quicksight:GetSessionEmbedUrl redshift:GetIdentityCenterAuthToken
    redshift-serverless:GetIdentityCenterAuthToken route53globalresolver:GetAccessToken
    secretsmanager:GetRandomPassword snowball:GetJobUnlockCode ssm:GetAccessToken sts:GetFederationToken
    sts:GetSessionToken`,
  ),
  ...listed(
    CONTENTS,
    `aidevops:GetAssetContent aidevops:GetAssetFile codeartifact:GetPackageVersionAsset
    codeartifact:GetPackageVersionReadme geo:BatchGetDevicePosition geo:GetDevicePosition geo:GetDevicePositionHistory
    geo:ListDevicePositions greengrass:GetComponentVersionArtifact iotsitewise:BatchGetAssetPropertyAggregates
    iotsitewise:BatchGetAssetPropertyValue iotsitewise:BatchGetAssetPropertyValueHistory
    iotsitewise:GetAssetPropertyAggregates iotsitewise:GetAssetPropertyValue iotsitewise:GetAssetPropertyValueHistory
    iotsitewise:GetInterpolatedAssetPropertyValues iottwinmaker:GetPropertyValue iottwinmaker:GetPropertyValueHistory
    lex:GetTestExecutionArtifactsUrl mediaconnect:DescribeFlowSourceThumbnail mediaconnect:GetRouterInputThumbnail
    medialive:DescribeThumbnails omics:GetReadSet omics:GetReference ssm:ListCommandInvocations
    amplify:GetArtifactUrl athena:GetCalculationExecutionCode athena:GetQueryResults auditmanager:GetAssessmentReportUrl
    auditmanager:GetEvidenceFileUploadUrl cloudtrail:GetQueryResults cloudtrail:ListInsightsData cloudtrail:LookupEvents
    cloudwatch:GetMetricData cloudwatch:GetMetricStatistics cloudwatch:GetMetricWidgetImage codecommit:GetBlob
    codecommit:GetBlobDifferences codecommit:GetFile codeguru-profiler:GetProfile cognito-idp:AdminListUserAuthEvents
    connect:GetAttachedFile connect:GetContactAttributes connect:GetCurrentMetricData connect:GetCurrentUserData
    connect:GetMetricData connect:GetMetricDataV2 connect:GetPromptFile connect:SearchContacts dynamodb:BatchGetItem
    dynamodb:SearchVectors ec2:GetConsoleOutput ec2:GetConsoleScreenshot ec2:GetInstanceUefiData ecr:BatchGetImage
    ecr:GetDownloadUrlForLayer gamelift:GetGameSessionLogUrl glacier:GetJobOutput glue:GetEntityRecords
    glue:GetSystemLogsForJobRun glue:GetSystemLogsForSession glue:GetUnfilteredPartitionMetadata
    glue:GetUnfilteredPartitionsMetadata glue:GetUnfilteredTableMetadata inspector2:BatchGetCodeSnippet
    internetmonitor:GetQueryResults iotsitewise:GetQueryResults kendra:GetQuerySuggestions kinesis:GetRecords
    kinesis:GetShardIterator lakeformation:GetWorkUnitResults lakeformation:GetWorkUnits lex:SearchAssociatedTranscripts
    lightsail:GetContainerLog lightsail:GetRelationalDatabaseLogEvents logs:GetLogEvents logs:GetLogObject
    logs:GetLogRecord logs:GetQueryResults macie2:GetSensitiveDataOccurrences mediaconvert:GetJobsQueryResults
    medialive:DescribeInputDeviceThumbnail mobiletargeting:GetEndpoint mobiletargeting:GetInAppMessages
    mobiletargeting:GetUserEndpoints profile:GetProfileHistoryRecord profile:GetSimilarProfiles
    profile:ListProfileHistoryRecords profile:ListProfileObjects
    qbusiness:GetDocumentContent
    qbusiness:GetMedia qbusiness:ListMessages qbusiness:SearchRelevantContent
    quicksight:DescribeDashboardSnapshotJobResult redshift-data:GetStatementResult redshift-data:GetStatementResultV2
    rum:GetAppMonitorData s3:GetObject s3:GetObjectAnnotation s3:GetObjectTorrent s3:ListObjectVersions s3:ListObjects
    s3:ListObjectsV2 ses:GetArchiveMessage ses:GetArchiveMessageContent ses:GetArchiveSearchResults
    ssm:GetCommandInvocation waf:GetSampledRequests waf-regional:GetSampledRequests wafv2:GetSampledRequests
    xray:BatchGetTraces xray:GetTraceSummaries`,
  ),
  ...listed(ACTS, 'cognito-idp:GetUserAttributeVerificationCode waf:GetChangeToken waf-regional:GetChangeToken'),
]);

/** Actions that get out only where the values of secrets may be read, each with the reason. */
export const SECRET: ReadonlyMap<string, string> = new Map(
  listed(
    VALUE,
    `appsync:ListApiKeys cognito-idp:ListUserPoolClientSecrets ec2:GetPasswordData
    ec2:GetVpnConnectionDeviceSampleConfiguration geo:DescribeKey ivs:BatchGetStreamKey ivs:GetStreamKey
    pca-connector-scep:GetChallengePassword secretsmanager:BatchGetSecretValue secretsmanager:GetSecretValue
    storagegateway:DescribeChapCredentials wafv2:GetDecryptedAPIKey`,
  ),
);
