/** The AWS SDKs' own list (aws-sdk-go-v2, aws/retry/standard.go: DefaultThrottleErrorCodes), and S3's and EC2's variants. */
export const THROTTLE_CODES: readonly string[] = [
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'TooManyRequestsException',
  'TransactionInProgressException',
];

/** Error codes of AWS services for expired credentials. */
export const EXPIRED_CODES: readonly string[] = [
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenRefreshRequired',
  'RequestExpired',
];
