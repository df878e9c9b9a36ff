//! What headings of files with contacts mean.

use shared::values::choices::{Choice, PhoneType};

use super::{Words, plain};
use crate::resources::imports::mapping::targets::{FULL_NAME, ORGANIZATION, SAME};

/// Words for the number that a list has for a person, in files of every kind.
pub(super) const NUMBER: Words = Words {
    means: "contact_external_id",
    en: "donorid donorno donornumber donorexternalid contactid contactno contactnumber constituentid \
            constituentnumber accountno accountnumber lglconstituentid memberid memberno membernumber \
            membershipnumber customerid customerno customernumber supporterid supporternumber",
    de: "spendernummer spendernr spenderid kontaktnummer kontaktnr kontaktid kundennummer kundennr kundenid kdnr \
            mitgliedsnummer mitgliedsnr mitgliedernummer mitgliednummer mitgliednr mitglnr mitgliedsid \
            forderernummer",
    es: "numerodedonante ndedonante nodedonante numdonante iddonante iddedonante codigodedonante \
            numerodesocio ndesocio nodesocio nsocio nosocio numsocio idsocio codigodesocio numerodecliente \
            ncliente nocliente idcliente codigodecliente",
    fr: "numerodedonateur numerododonateur numerodudonateur numerodonateur ndonateur nodonateur iddonateur \
            codedonateur numeroadherent numerodadherent nadherent noadherent idadherent codeadherent \
            numerodemembre nmembre nomembre numeroclient numerodeclient nclient noclient codeclient",
    pt: "numerodedoador numerododoador ndoador nodoador ndedoador nodedoador iddoador iddodoador \
            codigododoador numerodesocio ndesocio nodesocio nsocio nosocio idsocio numerodecliente ncliente nocliente",
};

/// What headings of phone numbers have in them that say what the numbers are for.
const PHONE_TYPES: [(PhoneType, &[&str]); 4] = [
    (PhoneType::Mobile, &["mobil", "cell", "handy", "movil", "celular", "portable", "telemovel"]),
    (
        PhoneType::Work,
        &["work", "business", "office", "geschaft", "dienst", "trabajo", "travail", "trabalho"],
    ),
    (PhoneType::Home, &["home", "privat", "festnetz", "fijo", "fixe", "fixo", "domicil"]),
    (PhoneType::Fax, &["fax"]),
];

/// Returns what the numbers of a column are for, as its heading says. `Phone` alone says nothing, nor does `Phone/Fax`.
pub(in super::super) fn phone_type(heading: &str) -> &'static str {
    let plain = plain(heading);
    let is_it = |(_, words): &&(PhoneType, &[&str])| words.iter().any(|word| plain.contains(*word));
    let kind = PHONE_TYPES.iter().find(is_it).map_or(PhoneType::Other, |(kind, _)| *kind);
    let is_of_phones = plain.contains("phone") || plain.replace("telefax", "").contains("tel");
    if kind == PhoneType::Fax && is_of_phones { PhoneType::Other } else { kind }.as_str()
}

/// Words that headings have for fields of contacts.
pub(in super::super) const TABLE: &[Words] = &[
    Words {
        means: FULL_NAME,
        en: "name fullname donor donorname contact contactname names displayname customername \
                constituentname supporter supportername household householdname",
        de: "name namen vollername vollstandigername ganzername spender spenderin spendername kontakt \
                kontaktname",
        es: "nombre nombrecompleto nombreyapellidos apellidosynombre donante nombredeldonante contacto",
        fr: "nom nomcomplet nometprenom nomprenom prenometnom prenomnom donateur donatrice nomdudonateur",
        pt: "nome nomecompleto doador doadora nomedodoador contacto contato",
    },
    Words {
        means: "contact_fname",
        en: "first firstname fname givenname forename donorfirstname donorsfirstname preferredfirstname",
        de: "vorname vornamen",
        es: "nombredepila nombres primernombre",
        fr: "prenom prenoms",
        pt: "nomeproprio nomesproprios primeironome",
    },
    Words {
        means: "contact_mname",
        en: "middle middlename middleinitial mi",
        de: "zweitervorname",
        es: "segundonombre",
        fr: "deuxiemeprenom secondprenom",
        pt: "segundonome nomedomeio",
    },
    Words {
        means: "contact_lname",
        en: "last lastname lname surname familyname donorlastname donorslastname lastorganization",
        de: "nachname familienname zuname",
        es: "apellido apellidos primerapellido",
        fr: "nomdefamille",
        pt: "apelido apelidos sobrenome ultimonome",
    },
    Words {
        means: "contact_title",
        en: "title prefix salutationtitle honorific",
        de: "anrede titel akademischertitel",
        es: "titulo tratamiento",
        fr: "titre civilite",
        pt: "titulo tratamento",
    },
    Words {
        means: "contact_suffix",
        en: "suffix",
        de: "namenszusatz",
        es: "sufijo",
        fr: "suffixe",
        pt: "sufixo",
    },
    Words {
        means: "contact_nickname",
        en: "nickname knownas preferredname",
        de: "rufname spitzname",
        es: "apodo",
        fr: "surnom",
        pt: "alcunha",
    },
    Words {
        means: "contact_salutation",
        en: "salutation greeting informalsalutation informalname",
        de: "briefanrede personlicheanrede grussformel",
        es: "saludo",
        fr: "formuledappel formuledepolitesse",
        pt: "saudacao",
    },
    Words {
        means: "contact_envelope_name",
        en: "envelopename addressee mailingname formalname envelopesalutation",
        de: "nameaufdemumschlag empfanger",
        es: "nombreenelsobre destinatario",
        fr: "nomsurlenveloppe destinataire",
        pt: "nomenoenvelope destinatario",
    },
    Words {
        means: "contact_spouse_fname",
        en: "spouse spousefirstname spousename partner partnerfirstname",
        de: "ehepartner vornamedesehepartners vornamedespartners vornamepartner",
        es: "conyuge nombredelconyuge",
        fr: "conjoint prenomduconjoint",
        pt: "conjuge nomedoconjuge nomepropriodoconjuge",
    },
    Words {
        means: "contact_spouse_lname",
        en: "spouselastname partnerlastname",
        de: "nachnamedesehepartners nachnamedespartners nachnamepartner",
        es: "apellidosdelconyuge apellidodelconyuge",
        fr: "nomdefamilleduconjoint nomduconjoint",
        pt: "apelidodoconjuge",
    },
    Words {
        means: "contact_status",
        en: "status donorstatus contactstatus accountstatus",
        de: "kontaktstatus spenderstatus",
        es: "estadodeldonante",
        fr: "statut statutdudonateur",
        pt: "estadododoador",
    },
    Words {
        means: "contact_birthday",
        en: "birthday birthdate dateofbirth dob",
        de: "geburtstag geburtsdatum gebdatum",
        es: "fechadenacimiento fechanacimiento nacimiento cumpleanos",
        fr: "datedenaissance naissance anniversaire",
        pt: "datadenascimento datanascimento nascimento",
    },
    Words {
        means: "contact_anniversary",
        en: "anniversary weddinganniversary",
        de: "hochzeitstag",
        es: "aniversariodeboda",
        fr: "anniversairedemariage",
        pt: "aniversariodecasamento",
    },
    Words {
        means: "contact_employer",
        en: "employer workplace",
        de: "arbeitgeber",
        es: "empleador",
        fr: "employeur",
        pt: "empregador entidadepatronal",
    },
    Words {
        means: "contact_job_title",
        en: "jobtitle occupation position profession professionaltitle proftitle",
        de: "beruf funktion",
        es: "cargo profesion ocupacion puesto",
        fr: "fonction metier poste",
        pt: "cargo profissao ocupacao funcao",
    },
    Words {
        means: "contact_website",
        en: "website webpage url homepage",
        de: "webseite internetseite",
        es: "sitioweb paginaweb",
        fr: "siteweb siteinternet",
        pt: "sitio paginaweb",
    },
    Words {
        means: "contact_source",
        en: "source origin howfound",
        de: "herkunft quelle",
        es: "origen procedencia",
        fr: "origine provenance",
        pt: "origem proveniencia",
    },
    NUMBER,
    Words {
        means: "contact_external_id",
        en: "externalid id recordid",
        de: "",
        es: "identificadorexterno",
        fr: "identifiantexterne",
        pt: "identificadorexterno",
    },
    Words {
        means: "contact_notes",
        en: "notes note comments comment remarks narrative donornotes",
        de: "notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare",
        es: "nota notas observacion observaciones comentario comentarios",
        fr: "remarque remarques commentaire commentaires observations",
        pt: "nota notas observacao observacoes comentario comentarios",
    },
    Words {
        means: "contact_type",
        en: "type contacttype constituenttype personororganization personororganisation",
        de: "typ kontaktart kontakttyp",
        es: "tipo tipodecontacto tipodedonante",
        fr: "typedecontact typededonateur",
        pt: "tipo tipodecontacto tipodedoador",
    },
    Words { means: "contact_is_org", en: "orgrec", de: "", es: "", fr: "", pt: "" },
    Words {
        means: "contact_language",
        en: "language preferredlanguage",
        de: "sprache korrespondenzsprache",
        es: "idioma lengua",
        fr: "langue",
        pt: "idioma lingua",
    },
    Words {
        means: "contact_do_not_call",
        en: "donotcall nocalls",
        de: "nichtanrufen keineanrufe",
        es: "nollamar",
        fr: "nepasappeler",
        pt: "naotelefonar",
    },
    Words {
        means: "contact_do_not_mail",
        en: "donotmail nomail donotsendmail",
        de: "keinepost keinebriefe keinebriefeschreiben",
        es: "noenviarcartas",
        fr: "nepasenvoyerdelettres pasdecourrier",
        pt: "naoenviarcartas",
    },
    Words {
        means: "contact_do_not_email",
        en: "donotemail noemail emailoptout unsubscribed",
        de: "keineemail keineemails keineemailsschicken",
        es: "noenviarcorreos",
        fr: "nepasenvoyerdemails pasdemails",
        pt: "naoenviaremails",
    },
    Words {
        means: "tags",
        en: "tag groups group categories category flags keywords donortype",
        de: "schlagwort schlagworter schlagworte stichwort stichworter gruppe gruppen kategorie kategorien \
                merkmal merkmale",
        es: "etiqueta etiquetas grupo grupos categoria categorias",
        fr: "etiquette etiquettes motscles groupe groupes categorie",
        pt: "etiqueta etiquetas grupo grupos categoria categorias",
    },
    Words {
        means: "emails",
        en: "email emailaddress mailaddress mail primaryemail preferredemail homeemail donoremail \
                workemail email2 email3 otheremail customeremail fromemailaddress",
        de: "emailadresse emailadressen mailadresse emailprivat emailgeschaftlich",
        es: "correo correoelectronico direcciondecorreo direcciondecorreoelectronico",
        fr: "courriel mel adresseemail adressemail adresseelectronique",
        pt: "correioeletronico correioelectronico enderecoeletronico enderecodeemail",
    },
    Words {
        means: "phones",
        en: "phone phoneno phonenumber telephone tel mobile mobilephone cell cellphone homephone \
                primaryphone preferredphone prefphone workphone businessphone donorphone phone2 \
                contactphonenumber",
        de: "telefon telefonnummer telefonnr telnr rufnummer festnetz handy handynummer mobil mobiltelefon \
                mobilnummer telefonprivat telefongeschaftlich telefonmobil",
        es: "telefono telefonos telefonofijo telefonomovil movil celular numerodetelefono",
        fr: "numerodetelephone telephonefixe telephoneportable portable telfixe telportable",
        pt: "telefone telefones telemovel celular numerodetelefone",
    },
    Words {
        means: "address_street",
        en: "street address address1 addressline1 streetaddress street1 mailingaddress streetline1 \
                primarystreet preferredaddressline1 prefstreet homeaddress postaladdress",
        de: "strasse strassenr strasseundnr strassehausnr strassehausnummer strasseundhausnummer adresse \
                anschrift postanschrift strasse1 adresse1",
        es: "calle calleynumero domicilio direccion direccion1 direccionpostal",
        fr: "rue numeroetrue adresse adresse1 adressepostale voie",
        pt: "rua morada morada1 endereco endereco1 logradouro",
    },
    Words {
        means: "address_street2",
        en: "street2 address2 addressline2 apt unit suite streetline2 addressline2districtneighborhood",
        de: "adresszusatz adresse2 strasse2 adresszeile2",
        es: "direccion2 complementodedireccion",
        fr: "adresse2 complementdadresse complementadresse",
        pt: "morada2 endereco2 complemento",
    },
    Words {
        means: "address_city",
        en: "city town locality primarycity prefcity towncity",
        de: "ort stadt wohnort",
        es: "ciudad localidad poblacion municipio",
        fr: "ville commune localite",
        pt: "cidade localidade concelho municipio",
    },
    Words {
        means: "address_state",
        en: "state province region county stateprovince primarystate prefstateprovince stateregion \
                stateprovinceregioncountyterritoryprefecturerepublic",
        de: "bundesland kanton",
        es: "provincia comunidadautonoma departamento",
        fr: "departement canton",
        pt: "distrito provincia uf",
    },
    Words {
        means: "address_postal_code",
        en: "zip zipcode postcode postalcode zippostalcode primaryzipcode prefzippostalcode zippostcode",
        de: "plz postleitzahl",
        es: "codigopostal codpostal cp",
        fr: "codepostal cp",
        pt: "codigopostal codpostal cep",
    },
    Words {
        means: "address_country",
        en: "country countrycode primarycountry prefcountry",
        de: "land",
        es: "pais",
        fr: "pays",
        pt: "pais",
    },
    Words {
        means: ORGANIZATION,
        en: "organization organisation organizationname organisationname companyname company",
        de: "firma firmenname unternehmen verein institution",
        es: "empresa organizacion entidad razonsocial",
        fr: "entreprise societe organisme association raisonsociale",
        pt: "empresa organizacao entidade instituicao",
    },
    Words { means: SAME, en: "contacthere", de: "", es: "", fr: "", pt: "" },
];
