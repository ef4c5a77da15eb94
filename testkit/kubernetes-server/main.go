// A server of the Kubernetes API for tests: secrets and leases, kept in etcd. Its handlers, storage, pages, versions,
// selectors, authentication and role rules are those of Kubernetes' own API server (k8s.io/apiserver), without the
// hundred other kinds, which take many minutes to compile.
//
// usage: kubernetes-server LISTEN ETCD USERS
// USERS is a JSON file: the rules of each token, {"token": [{"apiGroups": …, "resources": …, "verbs": …}]}.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/emicklei/go-restful/v3"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/request/bearertoken"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	rbac "k8s.io/component-helpers/auth/rbac/validation"
)

// maxBodyBytes is the limit of Kubernetes.
const maxBodyBytes = 3 * 1024 * 1024

var (
	scheme = runtime.NewScheme()
	codecs = serializer.NewCodecFactory(scheme)
)

func init() {
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	add := func(of schema.GroupVersion, types ...runtime.Object) {
		scheme.AddKnownTypes(of, types...)
		// Kubernetes converts to a version of its own first; here it is the same type.
		scheme.AddKnownTypes(schema.GroupVersion{Group: of.Group, Version: runtime.APIVersionInternal}, types...)
		metav1.AddToGroupVersion(scheme, of)
	}
	add(corev1.SchemeGroupVersion, &corev1.Secret{}, &corev1.SecretList{})
	add(coordinationv1.SchemeGroupVersion, &coordinationv1.Lease{}, &coordinationv1.LeaseList{})
}

// strategy accepts every object: names and versions are checked by the storage. A PUT creates no secret, and a lease,
// as in Kubernetes.
type strategy struct {
	runtime.ObjectTyper
	names.NameGenerator
	createsOnUpdate bool
}

func (strategy) NamespaceScoped() bool                                            { return true }
func (s strategy) AllowCreateOnUpdate() bool                                      { return s.createsOnUpdate }
func (strategy) AllowUnconditionalUpdate() bool                                   { return true }
func (strategy) Canonicalize(runtime.Object)                                      {}
func (strategy) PrepareForCreate(context.Context, runtime.Object)                 {}
func (strategy) PrepareForUpdate(context.Context, runtime.Object, runtime.Object) {}
func (strategy) Validate(context.Context, runtime.Object) field.ErrorList         { return nil }
func (strategy) WarningsOnCreate(context.Context, runtime.Object) []string        { return nil }
func (strategy) WarningsOnUpdate(context.Context, runtime.Object, runtime.Object) []string {
	return nil
}
func (strategy) ValidateUpdate(context.Context, runtime.Object, runtime.Object) field.ErrorList {
	return nil
}

func storeOf(etcd string, of schema.GroupVersion, resource, singular string, createsOnUpdate bool, one, list runtime.Object) rest.Storage {
	kind := schema.GroupResource{Group: of.Group, Resource: resource}
	how := strategy{scheme, names.SimpleNameGenerator, createsOnUpdate}
	config := storagebackend.NewDefaultConfig("/registry", codecs.LegacyCodec(of))
	config.Transport.ServerList = []string{etcd}
	store := &registry.Store{
		NewFunc:                   one.DeepCopyObject,
		NewListFunc:               list.DeepCopyObject,
		DefaultQualifiedResource:  kind,
		SingularQualifiedResource: schema.GroupResource{Group: of.Group, Resource: singular},
		CreateStrategy:            how,
		UpdateStrategy:            how,
		DeleteStrategy:            how,
		TableConvertor:            rest.NewDefaultTableConvertor(kind),
	}
	options := generic.RESTOptions{
		StorageConfig:  config.ForResource(kind),
		Decorator:      generic.UndecoratedStorage,
		ResourcePrefix: resource,
	}
	if err := store.CompleteWithOptions(&generic.StoreOptions{RESTOptions: options}); err != nil {
		log.Fatal(err)
	}
	return store
}

// users are the rules of each token; the token is also the user's name.
type users map[string][]rbacv1.PolicyRule

func (all users) AuthenticateToken(_ context.Context, token string) (*authenticator.Response, bool, error) {
	_, isKnown := all[token]
	return &authenticator.Response{User: &user.DefaultInfo{Name: token}}, isKnown, nil
}

func (all users) Authorize(_ context.Context, asked authorizer.Attributes) (authorizer.Decision, string, error) {
	needed := rbacv1.PolicyRule{
		APIGroups: []string{asked.GetAPIGroup()},
		Resources: []string{asked.GetResource()},
		Verbs:     []string{asked.GetVerb()},
	}
	if isCovered, _ := rbac.Covers(all[asked.GetUser().GetName()], []rbacv1.PolicyRule{needed}); isCovered && asked.IsResourceRequest() {
		return authorizer.DecisionAllow, "", nil
	}
	return authorizer.DecisionNoOpinion, "", nil
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: kubernetes-server LISTEN ETCD USERS")
	}
	listen, etcd := os.Args[1], os.Args[2]
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	known := users{}
	if err := json.Unmarshal(text, &known); err != nil {
		log.Fatal(err)
	}

	container := restful.NewContainer()
	container.Router(restful.CurlyRouter{})
	serve := func(root string, of schema.GroupVersion, storage map[string]rest.Storage) {
		group := endpoints.APIGroupVersion{
			Root: root, GroupVersion: of, Storage: storage, Serializer: codecs,
			ParameterCodec: runtime.NewParameterCodec(scheme), Typer: scheme, Creater: scheme, Convertor: scheme,
			ConvertabilityChecker: scheme, Defaulter: scheme, Namer: runtime.Namer(meta.NewAccessor()),
			UnsafeConvertor: runtime.UnsafeObjectConvertor(scheme), TypeConverter: managedfields.NewDeducedTypeConverter(),
			EquivalentResourceRegistry: runtime.NewEquivalentResourceRegistry(), Authorizer: known,
			MinRequestTimeout: time.Minute, MaxRequestBodyBytes: maxBodyBytes,
		}
		if _, _, err := group.InstallREST(container); err != nil {
			log.Fatal(err)
		}
	}
	core, leases := corev1.SchemeGroupVersion, coordinationv1.SchemeGroupVersion
	serve("/api", core, map[string]rest.Storage{
		"secrets": storeOf(etcd, core, "secrets", "secret", false, &corev1.Secret{}, &corev1.SecretList{}),
	})
	serve("/apis", leases, map[string]rest.Storage{
		"leases": storeOf(etcd, leases, "leases", "lease", true, &coordinationv1.Lease{}, &coordinationv1.LeaseList{}),
	})

	handler := filters.WithAuthorization(container, known, codecs)
	handler = filters.WithAuthentication(handler, bearertoken.New(known), filters.Unauthorized(codecs), nil, nil)
	handler = filters.WithRequestInfo(handler, &request.RequestInfoFactory{
		APIPrefixes:          sets.NewString("api", "apis"),
		GrouplessAPIPrefixes: sets.NewString("api"),
	})
	handler = filters.WithAuditInit(handler)
	log.Fatal(http.ListenAndServe(listen, handler))
}
