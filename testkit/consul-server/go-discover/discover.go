// Package discover takes the place of the package of this name where Consul is built for tests: that one finds the
// servers to join in a dozen clouds, whose clients are a third of what Consul compiles. A server of a test joins none.
package discover

import (
	"errors"
	"log"
)

// Provider finds addresses.
type Provider interface {
	Addrs(args map[string]string, l *log.Logger) ([]string, error)
	Help() string
}

// Providers are none.
var Providers = map[string]Provider{}

// Option is ignored.
type Option func(*Discover) error

// Discover finds nothing.
type Discover struct{}

func New(...Option) (*Discover, error) { return &Discover{}, nil }

func WithUserAgent(string) Option { return nil }

func WithProviders(map[string]Provider) Option { return nil }

func (*Discover) Names() []string { return nil }

func (*Discover) Addrs(string, *log.Logger) ([]string, error) {
	return nil, errors.New("this build of Consul finds no servers in clouds")
}
